# SPDX-License-Identifier: GPL-2.0
#
# Chromium, without a network, for tests of the pages that alloctag writes.
# Talks to chromedriver by the WebDriver protocol, which is JSON over HTTP.

import base64
import json
import subprocess
import urllib.request


def check(what, good, why=""):
    print(f"ok: {what}" if good else f"failed: {what}: {why}", flush=True)


MOVE = {"type": "pointerMove", "duration": 0}
DOWN = {"type": "pointerDown", "button": 0}
UP = {"type": "pointerUp", "button": 0}
ESCAPE, ENTER, LEFT, RIGHT, HOME = "\ue00c", "\ue007", "\ue012", "\ue014", "\ue011"


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

    def open(self, file, fragment=""):
        # The page is loaded again even if only the fragment differs.
        self.post("/url", {"url": "about:blank"})
        self.post("/url", {"url": "file://" + file + fragment})

    def pointer(self, *actions):
        self.post("/actions", {"actions": [{"type": "pointer", "id": "mouse",
                                            "actions": list(actions)}]})

    def move(self, x, y):
        self.pointer(MOVE | {"x": int(x), "y": int(y)})

    def click(self, x, y):
        self.pointer(MOVE | {"x": int(x), "y": int(y)}, DOWN, UP)

    def drag(self, x, y, to_x, to_y):
        self.pointer(MOVE | {"x": int(x), "y": int(y)}, DOWN,
                     MOVE | {"x": int(to_x), "y": int(to_y)}, UP)

    def keys(self, text, shift=False):
        actions = [{"type": "keyDown", "value": "\ue008"}] if shift else []
        for key in text:
            actions += [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        if shift:
            actions += [{"type": "keyUp", "value": "\ue008"}]
        self.post("/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def screenshot(self, file):
        png = base64.b64decode(self.post("/screenshot", None, "GET"))
        with open(file, "wb") as out:
            out.write(png)
        check("a screenshot", png.startswith(b"\x89PNG") and len(png) > 15000, len(png))

    def media(self, name):
        """Show the page as for NAME, "print" say; "" for the screen again."""
        self.post("/goog/cdp/execute", {"cmd": "Emulation.setEmulatedMedia",
                                        "params": {"media": name}})

    def check_clean(self):
        loaded = self.run("return performance.getEntriesByType('resource').length")
        check("nothing else is loaded", loaded == 0, loaded)
        errors = [e for e in self.post("/se/log", {"type": "browser"}) if e["level"] == "SEVERE"]
        check("no errors of scripts", not errors, errors)

    def end(self):
        self.post("", None, "DELETE")
        self.driver.terminate()


def main(use, *args):
    """Call use(browser, *args); print "end" if it came to its end."""
    browser = Browser()
    try:
        use(browser, *args)
    finally:
        browser.end()
    print("end")
