#!/usr/bin/env bash
# Chromium 156: the close event of a WebSocket whose server doesn't answer the close comes after 60 s.
#
# Guess: a page that calls close(4000) hears onclose at once, or after the few seconds that
# libraries grant a closing handshake (websockets: 10 s); the code is the one it gave.
# So it is: for 60 seconds nothing happens. readyState is 2 (CLOSING), send() raises nothing and
# adds to bufferedAmount, and the connection stays open at the server. Then comes 1006, not clean.
# So who waits for `close` before connecting anew, or to tell that it has left, waits a minute
# at a server that hangs. A new WebSocket need not wait for the old one's end.
# Undertide: the page connects anew without waiting for the old socket.
# Needs Debian's package chromium.
. "$(dirname "$0")/lib.sh"
need chromium chromium
python_with playwright==1.60.0
chromium --version
"$python" - <<'PYTHON'
import asyncio, base64, hashlib
from playwright.async_api import async_playwright

MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

async def serve(reader, writer):
    head = (await reader.readuntil(b"\r\n\r\n")).decode()
    fields = dict(line.split(": ", 1) for line in head.splitlines() if ": " in line)
    key = fields.get("Sec-WebSocket-Key")
    if key is None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 4\r\n"
                     b"Connection: close\r\n\r\n<p/>")
        writer.close()
        return
    answer = base64.b64encode(hashlib.sha1((key + MAGIC).encode()).digest()).decode()
    writer.write(("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                  f"Connection: Upgrade\r\nSec-WebSocket-Accept: {answer}\r\n\r\n").encode())
    await reader.read()  # and no answer to anything

OPEN = """url => new Promise(done => {
    const socket = new WebSocket(url);
    socket.onopen = () => {
        const begun = performance.now();
        socket.onclose = event =>
            (window.ended = [(performance.now() - begun) / 1000, event.code, event.wasClean]);
        socket.close(4000, "bye");
        socket.send("late");
        done([socket.readyState, socket.bufferedAmount]);
    };
})"""

async def main():
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with async_playwright() as play:
        browser = await play.chromium.launch(
            executable_path="/usr/bin/chromium",
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"])
        page = await browser.new_page()
        await page.goto(f"http://127.0.0.1:{port}/")
        state, waiting = await page.evaluate(OPEN, f"ws://127.0.0.1:{port}/")
        print("after close(4000) and send():", "state", state, "bufferedAmount", waiting)
        assert (state, waiting) == (2, 4)
        for _ in range(90):
            closed = await page.evaluate("() => window.ended ?? null")
            if closed is not None:
                break
            await asyncio.sleep(1)
        else:
            raise SystemExit("changed: no close event for 90 s")
        seconds, code, clean = closed
        print(f"closed after {seconds:.1f} s with code {code}, clean: {clean}")
        assert 55 < seconds < 70
        assert (code, clean) == (1006, False)
        await browser.close()

asyncio.run(main())
PYTHON
as_stated "a minute of CLOSING, and then 1006"
