#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
#
# usage: browser.py FILE.html SCREENSHOT.png FILE.svg
#
# Open a treemap or flame graph of alloctag in Chromium and use it: tooltip,
# zoom by a click and back, "(N smaller)", table, search, links, light and dark,
# paper. Prints "ok: WHAT" or "failed: WHAT" for each check and "end" at the
# end. FILE.svg is the same picture: its colors must be the same.

import base64
import re
import subprocess
import sys

sys.dont_write_bytecode = True
from webdriver import ENTER, ESCAPE, check, main

PLACE = """
const node = [...document.querySelectorAll(".node")].find((n) => n.node.name === arguments[0]);
if (!node) return null;
const box = node.getBoundingClientRect();
return [box.x + box.width / 2, box.y + 7];
"""
COUNT = "return document.querySelectorAll('.node').length"
PATH = "return document.getElementById('path').textContent"
TIP = ("const t = document.getElementById('tip');"
       "return t.style.display === 'block' ? t.textContent : ''")
ROWS = "return [...document.querySelectorAll('#rows tr')].map((r) => r.textContent)"
HASH = "return location.hash"


def use_mouse(browser, nodes):
    place = browser.run(PLACE, "fs")
    check("there is fs", place)
    browser.move(*place)
    tip = browser.run(TIP)
    check("a tooltip with bytes and percent", tip.startswith("fs\n") and "MiB" in tip and "%" in tip, tip)
    browser.click(*place)
    check("a click zooms", browser.run(PATH).startswith("all / fs "), browser.run(PATH))
    check("what is elsewhere is gone", browser.run(PLACE, "shmem.c") is None)
    check("what is below is there", browser.run(PLACE, "kernfs") is not None)
    hues = browser.run("return new Set([...document.querySelectorAll('.node')].map((n) =>"
                       " n.className)).size")
    check("below the view, colors differ", hues >= 2, hues)
    browser.keys(ESCAPE)
    check("Escape zooms out", browser.run(PATH).startswith("all "), browser.run(PATH))
    check("all nodes are there again", browser.run(COUNT) == nodes, browser.run(COUNT))
    browser.run("document.querySelector('.node').focus()")
    browser.keys(ENTER)
    check("Enter zooms", browser.run(PATH).startswith("all / ") or browser.run(COUNT) == nodes,
          browser.run(PATH))
    browser.run("document.querySelector('#path button').click()")
    check("the path leads back", browser.run(COUNT) == nodes, browser.run(COUNT))


def open_small_ones(browser, nodes):
    """A rectangle of small ones shows them after a click."""
    small = browser.run("""
        const box = [...document.querySelectorAll(".node")].find((n) => /^.\\d+ smaller.$/.test(n.node.name));
        if (!box) return null;
        box.scrollIntoView({ block: "center" });
        const at = box.getBoundingClientRect();
        return [at.x + at.width / 2, at.y + at.height / 2, box.node.name, box.node.children.length];""")
    check("there are small ones", small)
    browser.click(*small[:2])
    path = browser.run(PATH)
    check("small ones open", f"/ {small[2]} " in path, path)
    shown = browser.run("return [...document.querySelectorAll('.node')].map((n) => n.node.name)")
    names = browser.run("return root.children.map((child) => child.name)")
    check("and are drawn", any(name in shown for name in names), shown)
    link = browser.run(HASH)
    check("the link says which", re.search(r"\+\d+$", link), link)
    browser.run("history.back()")
    browser.run("return 0")
    check("the browser leads back", browser.run(COUNT) == nodes, browser.run(PATH))
    browser.run("scrollTo(0, 0)")


def use_search(browser):
    browser.run("document.getElementById('search').focus()")
    browser.keys("shmem_alloc_folio")
    found = browser.run("return document.getElementById('found').textContent")
    check("search shows the sum", found == "14.4 MiB, 35.1 %", found)
    matches = browser.run("return [...document.querySelectorAll('.node.match')].map((n) => n.node.name)")
    check("search marks what matches", "shmem_alloc_folio:1812" in matches and "fs" not in matches, matches)
    rows = browser.run(ROWS)
    check("the table has what matches", len(rows) == 1 and "shmem_alloc_folio:1812" in rows[0], rows)
    check("the link has the search", "search=shmem_alloc_folio" in browser.run(HASH), browser.run(HASH))
    browser.run("const s = document.getElementById('search'); s.value = 'STRUCT DENTRY';"
                "s.dispatchEvent(new Event('input'))")
    matches = browser.run("return document.querySelectorAll('.node.match').length")
    check("search finds types, in any case", matches >= 1, matches)
    browser.run("const s = document.getElementById('search'); s.value = '';"
                "s.dispatchEvent(new Event('input'))")


def use_table(browser):
    rows = browser.run(ROWS)
    check("the table has 50 lines", len(rows) == 50, len(rows))
    browser.run("document.getElementById('more').click()")
    rows = browser.run(ROWS)
    check("and then more", len(rows) > 300, len(rows))
    sizes = browser.run("return [...document.querySelectorAll('#rows tr')].map((r) => r.cells[0].textContent)")
    check("the largest is the first", sizes[0].endswith("MiB") and sizes[-1].endswith(" B"),
          [sizes[0], sizes[-1]])
    browser.run("[...document.querySelectorAll('#head button')].find((b) => b.textContent === 'Line').click()")
    names = browser.run("return [...document.querySelectorAll('#rows .name')].map((r) => r.textContent)")
    check("a click sorts", names == sorted(names) and len(names) > 300, names[:5])
    check("the link has the order", "sort=name" in browser.run(HASH), browser.run(HASH))


def check_links(browser, file):
    browser.open(file, "#view=fs/proc&search=inode&sort=live")
    check("a link opens a view", browser.run(PATH).startswith("all / fs / proc "), browser.run(PATH))
    check("and a search", browser.run("return document.getElementById('search').value") == "inode")
    check("and an order", browser.run("return document.querySelector('th[aria-sort]').textContent") ==
          "Allocations")
    for link in ("#view=fs/nothing/else", "#view=fs/%E0%A4%A", "#view=fs/+999999"):
        browser.open(file, link)
        check(f"a link to what is not there: {link}", browser.run(PATH).startswith("all / fs "),
              browser.run(PATH))
    browser.open(file)


def check_colors(browser, svg):
    """Of rectangles of both, by their path."""
    with open(svg, encoding="utf-8") as text:
        there = dict((path.replace(" / ", "/"), color) for color, path in re.findall(
            r'<rect class="c(\d+)"[^>]*>\s*<title>([^\n<]*)', text.read()))
    here = browser.run("""
        return [...document.querySelectorAll(".node")].map((n) => [path(n.node), n.className.match(/ c(\\d+)/)[1]])""")
    both = [(name, color, there[name]) for name, color in here if name in there and "smaller" not in name]
    wrong = [row for row in both if row[1] != row[2]]
    check("colors are those of the SVG", len(both) > 50 and not wrong, wrong or len(both))


# Texts of boxes whose descenders are below what the box shows of them: all but
# its border of a pixel.
CUT = """
return [...document.querySelectorAll(".node")].flatMap((box) => {
    const walk = document.createTreeWalker(box, NodeFilter.SHOW_TEXT), range = document.createRange();
    const cut = [];
    while (walk.nextNode()) {
        range.selectNode(walk.currentNode);
        if (range.getBoundingClientRect().bottom > box.getBoundingClientRect().bottom - 0.9)
            cut.push(walk.currentNode.data);
    }
    return cut;
});"""

# The contrast of what stands in the search field until it is used, as of WCAG.
CONTRAST = """
const field = document.getElementById("search");
const light = (color) => {
    const [r, g, b] = color.match(/[\\d.]+/g).map((value) => value / 255)
        .map((value) => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
};
const both = [light(getComputedStyle(field, "::placeholder").color),
              light(getComputedStyle(field).backgroundColor)];
return Math.max(...both) / Math.min(...both);"""


def print_page(browser, file):
    """On each sheet with rows, the table has its head."""
    pdf = base64.b64decode(browser.post("/print", {"orientation": "landscape"}))
    with open(file, "wb") as out:
        out.write(pdf)
    sheets = subprocess.run(["pdftotext", "-layout", file, "-"], capture_output=True, text=True,
                            check=True).stdout.split("\f")
    rows = [sheet for sheet in sheets if re.search(r"^ *[\d.]+ [KM]?i?B +[\d.]+ %", sheet, re.MULTILINE)]
    heads = [sheet for sheet in rows if re.search(r"Size +Part +Allocations", sheet)]
    check("each sheet has the head of the table", len(rows) > 1 and len(heads) == len(rows),
          [len(sheets), len(rows), len(heads)])


def use(browser, file, screenshot, svg):
    browser.open(file)
    nodes = browser.run(COUNT)
    check("draws nodes", nodes > 50, nodes)
    check("the whole is all", browser.run(PATH).startswith("all "), browser.run(PATH))
    outside = browser.run("""
        const view = document.getElementById("view").getBoundingClientRect();
        return [...document.querySelectorAll(".node")].filter((n) => {
            const box = n.getBoundingClientRect();
            return box.left < view.left - 1 || box.right > view.right + 1 || box.top < view.top - 1 ||
                   box.bottom > view.bottom + 1;
        }).length""")
    check("nodes are within the picture", outside == 0, outside)
    clipped = browser.run("""
        return [...document.querySelectorAll(".node .right, .node .below")].filter((text) => {
            const box = text.parentNode.getBoundingClientRect(), at = text.getBoundingClientRect();
            return at.left < box.left || at.bottom > box.bottom + 2;
        }).length""")
    sizes = browser.run("return document.querySelectorAll('.node .right, .node .below').length")
    # Where there is room for them: with a wide font, in fewer boxes.
    check("sizes are in the boxes, and fit", sizes > 5 and clipped == 0, [sizes, clipped])
    cut = browser.run(CUT)
    check("no name is cut off below", not cut, cut)
    lower = browser.run("""
        const bottom = (node) => {
            const range = document.createRange();
            range.selectNodeContents(node);
            return range.getBoundingClientRect().bottom;
        };
        return [...document.querySelectorAll("#rows tr")].map((row) =>
            bottom(row.querySelector(".name button")) - bottom(row.cells[0]));""")
    check("numbers and names are on one line", lower and max(map(abs, lower)) < 1, lower)
    browser.screenshot(screenshot)
    check_colors(browser, svg)
    use_mouse(browser, nodes)
    open_small_ones(browser, nodes)
    use_search(browser)
    use_table(browser)
    check_links(browser, file)

    page = "return getComputedStyle(document.body).backgroundColor"
    before = browser.run(page)
    contrasts = [browser.run(CONTRAST)]
    browser.run("document.getElementById('theme').click()")
    check("light and dark differ", before != browser.run(page), before)
    contrasts.append(browser.run(CONTRAST))
    check("what to search for can be read", min(contrasts) >= 4.5, contrasts)
    print_page(browser, screenshot.replace(".png", ".pdf"))
    browser.run("dispatchEvent(new Event('beforeprint'))")
    browser.media("print")
    left, right, line = browser.run("""
        const body = document.body.getBoundingClientRect();
        return [body.left, document.documentElement.clientWidth - body.right,
                getComputedStyle(document.querySelector("th[aria-sort]")).textDecorationLine];""")
    check("it is in the middle of the paper", left > 20 and abs(left - right) <= 1, [left, right])
    check("the order can be seen there", line == "underline", line)
    browser.media("")
    cut = browser.run(CUT)
    check("no name is cut off below on paper", not cut, cut)
    right = browser.run("return Math.max(...[...document.querySelectorAll('.node')].map((n) =>"
                        " n.getBoundingClientRect().right))")
    check("a sheet of paper is enough", 900 < right <= 970, right)
    browser.run("dispatchEvent(new Event('afterprint'))")
    browser.post("/window/rect", {"width": 500, "height": 900})
    wide = browser.run("return document.documentElement.scrollWidth - innerWidth")
    check("500 pixels are enough", wide <= 0, wide)
    cut = browser.run(CUT)
    check("no name is cut off below there", not cut, cut)
    browser.check_clean()


main(use, *sys.argv[1:4])
