#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
#
# usage: browser.py FILE.html SCREENSHOT.png
#
# Open a picture of alloctag in Chromium, without a network, and use it:
# tooltip, zoom by a click and back, search, light and dark. Prints
# "ok: WHAT" or "failed: WHAT" for each check and "end" at the end. Talks to
# chromedriver by the WebDriver protocol, which is JSON over HTTP.

import base64
import json
import subprocess
import sys
import time
import urllib.error
import urllib.request


def check(what, good, why=""):
    print(f"ok: {what}" if good else f"failed: {what}: {why}", flush=True)


class Browser:
    def __init__(self):
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE,
                                       stderr=subprocess.STDOUT, text=True)
        for line in self.driver.stdout:
            if "started successfully on port" in line:
                port = line.split()[-1].rstrip(".")
                break
        self.base = f"http://127.0.0.1:{port}"
        self.session = ""
        self.session = self.post("/session", {"capabilities": {"alwaysMatch": {
            "goog:chromeOptions": {"args": [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1200,900",
                "--disable-dev-shm-usage"]}, "goog:loggingPrefs": {"browser": "ALL"}}}})["sessionId"]

    def post(self, path, body, method="POST"):
        url = self.base + (path if path == "/session" else f"/session/{self.session}{path}")
        request = urllib.request.Request(
            url, None if body is None else json.dumps(body).encode(),
            {"Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(request, timeout=180) as answer:
            return json.load(answer)["value"]

    def run(self, script, *args):
        return self.post("/execute/sync", {"script": script, "args": list(args)})

    def pointer(self, x, y, click):
        actions = [{"type": "pointerMove", "duration": 0, "x": int(x), "y": int(y)}]
        if click:
            actions += [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self.post("/actions", {"actions": [{"type": "pointer", "id": "mouse", "actions": actions}]})

    def keys(self, text):
        actions = []
        for key in text:
            actions += [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        self.post("/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def end(self):
        self.post("", None, "DELETE")
        self.driver.terminate()


PLACE = """
const node = [...document.querySelectorAll(".node")].find((n) => n.textContent === arguments[0]);
if (!node) return null;
const box = node.getBoundingClientRect();
return [box.x + box.width / 2, box.y + 7];
"""
COUNT = "return document.querySelectorAll('.node').length"
PATH = "return document.getElementById('path').textContent"


def use(browser, file, screenshot):
    browser.post("/url", {"url": "file://" + file})
    nodes = browser.run(COUNT)
    check("draws nodes", nodes > 50, nodes)
    check("the whole is all", browser.run(PATH).startswith("all "), browser.run(PATH))
    outside = browser.run("""
        const view = document.getElementById("view").getBoundingClientRect();
        return [...document.querySelectorAll(".node")].filter((n) => {
            const box = n.getBoundingClientRect();
            return box.left < view.left - 1 || box.right > view.right + 1 || box.top < view.top - 1;
        }).length""")
    check("nodes are within the picture", outside == 0, outside)
    png = base64.b64decode(browser.post("/screenshot", None, "GET"))
    with open(screenshot, "wb") as out:
        out.write(png)
    check("a screenshot", png.startswith(b"\x89PNG") and len(png) > 15000, len(png))

    place = browser.run(PLACE, "fs")
    check("there is fs", place)
    browser.pointer(*place, click=False)
    tip = browser.run("const t = document.getElementById('tip');"
                      "return t.style.display === 'block' ? t.textContent : ''")
    check("a tooltip with bytes and percent", tip.startswith("fs\n") and "MiB" in tip and "%" in tip, tip)
    browser.pointer(*place, click=True)
    check("a click zooms", browser.run(PATH).startswith("all / fs "), browser.run(PATH))
    check("what is elsewhere is gone", browser.run(PLACE, "shmem.c") is None)
    check("what is below is there", browser.run(PLACE, "kernfs") is not None)
    browser.keys("\ue00c")
    check("Escape zooms out", browser.run(PATH).startswith("all "), browser.run(PATH))
    check("all nodes are there again", browser.run(COUNT) == nodes, browser.run(COUNT))
    browser.run("document.querySelector('.node').focus()")
    browser.keys("\ue007")
    check("Enter zooms", browser.run(PATH).startswith("all / ") or browser.run(COUNT) == nodes,
          browser.run(PATH))
    browser.run("document.querySelector('#path button').click()")
    check("the path leads back", browser.run(COUNT) == nodes, browser.run(COUNT))

    browser.run("document.getElementById('search').focus()")
    browser.keys("shmem_alloc_folio")
    found = browser.run("return document.getElementById('found').textContent")
    check("search shows the sum", found == "14.4 MiB, 35.1 %", found)
    matches = browser.run("return [...document.querySelectorAll('.node.match')].map((n) => n.textContent)")
    check("search marks what matches", "shmem_alloc_folio:1812" in matches and "fs" not in matches, matches)
    browser.run("const s = document.getElementById('search'); s.value = 'STRUCT DENTRY';"
                "s.dispatchEvent(new Event('input'))")
    matches = browser.run("return document.querySelectorAll('.node.match').length")
    check("search finds types, in any case", matches >= 1, matches)

    page = "return getComputedStyle(document.body).backgroundColor"
    before = browser.run(page)
    browser.run("document.getElementById('theme').click()")
    check("light and dark differ", before != browser.run(page), before)
    loaded = browser.run("return performance.getEntriesByType('resource').length")
    check("nothing else is loaded", loaded == 0, loaded)
    errors = [e for e in browser.post("/se/log", {"type": "browser"}) if e["level"] == "SEVERE"]
    check("no errors of scripts", not errors, errors)


def main():
    started = time.time()
    browser = Browser()
    try:
        use(browser, *sys.argv[1:3])
    finally:
        browser.end()
    print(f"{time.time() - started:.0f} seconds")
    print("end")


main()
