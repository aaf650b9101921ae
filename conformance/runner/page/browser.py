"""A headless Chromium, driven by the DevTools protocol over a pipe."""

import base64
import contextlib
import fcntl
import itertools
import json
import os
import select
import subprocess
import tempfile
import time

CHROMIUM = os.environ.get("CHROMIUM", "chromium")
OPTIONS = ("--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu", "--no-first-run",
           "--hide-scrollbars", "--disable-dev-shm-usage", "--disable-background-networking",
           "--force-color-profile=srgb")
SECONDS = 120
PAUSE = 0.01  # between two questions to a page that works
KEYS = {"Enter": "\r", "Tab": "\t", " ": " "}
CODES = {"Enter": 13, "Tab": 9, "Escape": 27, "ArrowDown": 40, "ArrowUp": 38}
# How many texts are seen, and those that stand out from their ground by less than 4.5 to 1.
CONTRAST = """(() => {
    const parse = colour => colour.match(/[\\d.]+/g).map(Number);
    const linear = c => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    const luminance = rgb => rgb.slice(0, 3).map(c => linear(c / 255))
        .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
    const behind = element => {
        for (; element; element = element.parentElement) {
            const colour = parse(getComputedStyle(element).backgroundColor);
            if (colour.length < 4 || colour[3] > 0) return colour;
        }
        return [255, 255, 255];
    };
    const poor = new Set();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let seen = 0;
    for (let node; node = walker.nextNode();) {
        const element = node.parentElement;
        if (!node.data.trim() || !element.checkVisibility() || element.closest('script, .spoken, datalist'))
            continue;
        seen++;
        const [a, b] = [parse(getComputedStyle(element).color), behind(element)].map(luminance);
        const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        if (contrast < 4.5)
            poor.add(`${element.className} ${node.data.slice(0, 30)} ${contrast}`);
    }
    return [seen, [...poor]];
})()"""


class Browser:
    """One page.  It stores what the page logs and what it asks the network for."""

    def __init__(self, send_to, read_from):
        self.pipe_in, self.pipe_out, self.numbers, self.buffer = send_to, read_from, itertools.count(1), bytearray()
        self.errors, self.requests = [], []
        self.attach(hidden=True)

    def attach(self, **how):
        self.session = None
        target = self.call("Target.createTarget", url="about:blank", **how)["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    @contextlib.contextmanager
    def drawn(self):
        """Goes on with a page that is drawn, for pictures.  The usual page is hidden, as drawing costs much."""
        hidden = self.session
        self.attach()  # in front: one behind may not be drawn for minutes
        yield
        self.call("Page.close")
        self.session = hidden

    @contextlib.contextmanager
    def without_scripts(self):
        self.call("Emulation.setScriptExecutionDisabled", value=True)
        try:
            yield
        finally:
            self.call("Emulation.setScriptExecutionDisabled", value=False)

    def message(self, deadline):
        seen = 0
        while (end := self.buffer.find(b"\0", seen)) < 0:
            seen = len(self.buffer)
            if not select.select([self.pipe_out], [], [], max(0, deadline - time.monotonic()))[0]:
                raise TimeoutError("the browser does not answer")
            piece = os.read(self.pipe_out, 1 << 20)
            if not piece:
                raise EOFError("the browser is gone")
            self.buffer += piece
        message = json.loads(self.buffer[:end])
        del self.buffer[:end + 1]
        self.note(message.get("method"), message.get("params", {}))
        return message

    def note(self, method, event):
        if method == "Runtime.exceptionThrown":
            self.errors.append(event["exceptionDetails"].get("exception", {}).get("description", "exception"))
        elif method == "Runtime.consoleAPICalled" and event["type"] in ("error", "warning", "assert"):
            self.errors.append(str(event["args"]))
        elif method == "Log.entryAdded" and event["entry"]["level"] in ("error", "warning"):
            self.errors.append(event["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(event["request"]["url"])

    def call(self, method, **parameters):
        number = next(self.numbers)
        request = {"id": number, "method": method, "params": parameters}
        if self.session:
            request["sessionId"] = self.session
        os.write(self.pipe_in, json.dumps(request).encode() + b"\0")
        deadline = time.monotonic() + SECONDS
        while True:
            message = self.message(deadline)
            if message.get("id") == number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]

    def size(self, width, height, mobile=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=mobile)

    def scheme(self, name, media=""):
        self.call("Emulation.setEmulatedMedia", media=media, features=[{"name": "prefers-color-scheme", "value": name}])

    def open(self, path, rest=""):
        """Loads a page, also if only its fragment differs from the last one: each address has a mark of its own."""
        self.errors, self.requests, mark = [], [], next(self.numbers)
        mark, rest = (f"&{mark}", rest + f"&{mark}") if rest.startswith("?") else (f"?{mark}", f"?{mark}{rest}")
        self.call("Page.navigate", url=f"file://{os.path.abspath(path)}{rest}")
        self.wait(f"location.search.endsWith('{mark}') && document.readyState === 'complete' && "
                  "document.documentElement.ariaBusy !== 'true'")

    def run(self, script):
        """Returns the value of an expression; waits if it is a promise."""
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"].get("exception", {}).get("description", "exception"))
        return result["result"].get("value")

    def wait(self, condition):
        """Waits until an expression is true, and returns its value."""
        deadline = time.monotonic() + SECONDS
        while not (value := self.run(condition)):
            assert time.monotonic() < deadline, f"still not so: {condition}"
            time.sleep(PAUSE)
        return value

    def key(self, key):
        text, code = KEYS.get(key, key if len(key) == 1 else ""), CODES.get(key, ord(key[0].upper()))
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, text=text, windowsVirtualKeyCode=code)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)

    def picture(self):
        """A picture of the visible part, as PNG."""
        return base64.b64decode(self.call("Page.captureScreenshot", format="png", optimizeForSpeed=True)["data"])


@contextlib.contextmanager
def browser():
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        their_in, our_in = os.pipe()
        our_out, their_out = os.pipe()
        high = [fcntl.fcntl(fd, fcntl.F_DUPFD, 64) for fd in (their_in, their_out)]

        def place():  # Chromium reads from 3 and writes to 4
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        nowhere = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
        with subprocess.Popen([CHROMIUM, *OPTIONS, f"--user-data-dir={profile}"], preexec_fn=place, pass_fds=(3, 4),
                              **nowhere) as process:
            for fd in (their_in, their_out, *high):
                os.close(fd)
            try:
                yield Browser(our_in, our_out)
            finally:
                os.close(our_in)  # at the end of its input it closes
                try:
                    process.wait(20)
                except subprocess.TimeoutExpired:
                    process.kill()
                os.close(our_out)


@contextlib.contextmanager
def watched(one):
    """Fails a test if the page writes to the console or asks the network for anything."""
    one.size(1280, 900)
    one.scheme("light")
    yield one
    assert one.errors == []
    assert [url for url in one.requests if not url.startswith(("file:", "data:"))] == []
