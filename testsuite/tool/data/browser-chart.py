#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
#
# usage: browser-chart.py FILE.html SCREENSHOT.png ODD.html
#
# Open a chart of alloctag in Chromium and use it: tooltip, a range by mouse and
# by keyboard, its numbers, zoom, areas that are hidden, links, a narrow window.
# Prints "ok: WHAT" or "failed: WHAT" for each check and "end" at the end. The
# chart is of picture/chart.exp: 21 snapshots a minute apart from 12:00 on, a
# gap after the 10th and a reboot after the 15th. Line a grows by 1 MiB in each
# minute after a boot, line b has 8 MiB.

import sys

sys.dont_write_bytecode = True
from webdriver import ENTER, ESCAPE, HOME, RIGHT, check, main

CAPTION = "return document.getElementById('caption').textContent"
ROW = """
const row = [...document.querySelectorAll("#rows tr")].find((r) => r.textContent.startsWith(arguments[0]));
return row ? [...row.cells].slice(1).map((cell) => cell.textContent) : null;
"""
PLOT = """
const box = document.getElementById("plot").getBoundingClientRect();
const x = (i) => box.x + 70 + (box.width - 82) * (times[i] - times[0]) / (times[times.length - 1] - times[0]);
return [x(arguments[0]), x(arguments[1]), box.y + box.height - 60];
"""
PATHS = "return document.querySelectorAll('#plot path').length"
HASH = "return location.hash"


def use_mouse(browser):
    a, b, y = browser.run(PLOT, 2, 8)
    browser.move(a, y)
    tip = browser.run("const t = document.getElementById('tip');"
                      "return t.style.display === 'block' ? t.textContent : ''")
    check("a tooltip with the time", "2026-11-24 12:02:00 UTC" in tip and "total: " in tip, tip)
    check("and the area under the pointer", "b (d/b.c:2): 8.00 MiB" in tip, tip)
    browser.drag(a, y, b, y)
    caption = browser.run(CAPTION)
    check("a drag selects a range", caption == "2026-11-24 12:02:00 UTC to 2026-11-24 12:08:00 UTC:"
          " 6 min, 7 points", caption)
    row = browser.run(ROW, "a (d/a.c:1)")
    check("the numbers are those of the range", row == [
        "3.00 MiB", "9.00 MiB", "+6.00 MiB", "+60.0 MiB", "3.00 MiB", "9.00 MiB"], row)
    row = browser.run(ROW, "b (d/b.c:2)")
    check("a line that does not grow", row[2:4] == ["0 B", "0 B"], row)
    link = browser.run(HASH)
    check("the link has the range", link == "#from=2026-11-24T12:02:00Z&to=2026-11-24T12:08:00Z", link)
    bounds = browser.run("return document.querySelectorAll('#plot .bound').length")
    check("the range is drawn", bounds == 2, bounds)
    browser.click(a, y)
    check("a click selects all", "21 points" in browser.run(CAPTION), browser.run(CAPTION))


def use_keyboard(browser):
    browser.run("document.getElementById('plot').focus()")
    browser.keys(HOME + RIGHT)
    browser.keys(RIGHT * 3, shift=True)
    caption = browser.run(CAPTION)
    check("Shift and arrows select a range", caption == "2026-11-24 12:01:00 UTC to 2026-11-24"
          " 12:04:00 UTC: 3 min, 4 points", caption)
    row = browser.run(ROW, "a (d/a.c:1)")
    check("with its numbers", row[2] == "+3.00 MiB", row)
    browser.keys(ENTER)
    ticks = browser.run("return [...document.querySelectorAll('#plot .middle')].map((t) => t.textContent)")
    check("Enter zooms", "12:02:00" in ticks and "12:10" not in ticks, ticks)
    check("the link has the zoom", "view=2026-11-24T12:01:00Z,2026-11-24T12:04:00Z" in browser.run(HASH),
          browser.run(HASH))
    browser.keys(ESCAPE)
    check("Escape shows all", "21 points" in browser.run(CAPTION), browser.run(CAPTION))


def use_breaks(browser, file):
    browser.open(file, "#from=2026-11-24T12:02:00Z&to=2026-11-24T13:00:00Z")
    row = browser.run(ROW, "a (d/a.c:1)")
    # 6 MiB since the reboot at 12:54 (5 minutes after it).
    check("changes are since the reboot", row[2] == "+5.00 MiB", row)
    note = browser.run("return document.getElementById('note').textContent")
    check("which is said", note.endswith(": reboot."), note)
    pieces = browser.run("return [...document.querySelectorAll('#plot path')].map((p) =>"
                         " p.getAttribute('d').split('M').length - 1)")
    check("areas end at breaks", pieces == [3] * len(pieces) and pieces, pieces)
    names = browser.run("return [...document.querySelectorAll('#plot text')].map((t) => t.textContent)")
    check("breaks have names", "reboot" in names and "no snapshots" in names, names)


def use_boxes(browser, file):
    browser.open(file)
    paths = browser.run(PATHS)
    most = "return Number(document.getElementById('plot').dataset.most)"
    before = browser.run(most)
    browser.run("document.querySelectorAll('#rows input')[0].click()")
    check("a box hides an area", browser.run(PATHS) == paths - 1, browser.run(PATHS))
    check("the axis fits what is left", browser.run(most) < before, browser.run(most))
    link = browser.run(HASH)
    check("the link has it", link == "#hide=a%20(d%2Fa.c%3A1)", link)
    browser.open(file, link)
    check("the link opens it", browser.run(PATHS) == paths - 1, browser.run(PATHS))
    for link in ("#from=x&to=y&view=,,&hide=%", "#view=3000-01-01T00:00:00Z,1000-01-01T00:00:00Z"):
        browser.open(file, link)
        check(f"a wrong link shows all: {link}", "21 points" in browser.run(CAPTION),
              browser.run(CAPTION))


def use(browser, file, screenshot, odd):
    browser.open(file)
    check("areas are drawn", browser.run(PATHS) == 3, browser.run(PATHS))
    browser.screenshot(screenshot)
    use_mouse(browser)
    use_keyboard(browser)
    use_breaks(browser, file)
    use_boxes(browser, file)
    browser.post("/window/rect", {"width": 500, "height": 900})
    wide = browser.run("return document.documentElement.scrollWidth - innerWidth")
    check("500 pixels are enough", wide <= 0, wide)
    overlaps = browser.run("""
        const texts = [...document.querySelectorAll("#plot text")].map((t) => t.getBoundingClientRect());
        return texts.filter((a, i) => texts.some((b, k) => k > i && a.left < b.right - 1 &&
            b.left < a.right - 1 && a.top < b.bottom - 4 && b.top < a.bottom - 4)).length;""")
    check("texts don't overlap", overlaps == 0, overlaps)
    browser.open(odd)
    names = browser.run("return [...document.querySelectorAll('#rows .name')].map((n) => n.textContent)")
    check("odd names are text", any("<script>alert(1)</script>" in name for name in names), names)
    browser.check_clean()


main(use, *sys.argv[1:4])
