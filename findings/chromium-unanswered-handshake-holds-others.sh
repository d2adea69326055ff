#!/usr/bin/env bash
# Chromium 156: a WebSocket handshake that gets no answer holds up all others to that address.
#
# Guess: each page has its own connection: a server that is slow with one handshake delays that page.
# So it is: while the handshake of one page is unanswered, another tab's WebSocket to the same host
# and port isn't even sent: the server sees its request only once the first one was answered, and
# both open one after the other. It concerns a profile: a private window is not held up, another
# port isn't either. So a server that lets a newcomer wait in the handshake (for a turn, a token or
# a database) makes the person's other tabs, which are in the game and have to reconnect, wait for
# it too. Let people in first, and let them wait behind the handshake.
# Source: RFC 6455, 4.1, point 2 ("no more than one connection in a CONNECTING state"); Chromium
# holds it for all pages of a profile, from the first packet to the answer.
# Needs Debian's package chromium.
. "$(dirname "$0")/lib.sh"
need chromium chromium
python_with playwright==1.60.0
chromium --version
"$python" - <<'PYTHON'
import asyncio, base64, hashlib
from playwright.async_api import async_playwright

MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
asked: list[str] = []
release = asyncio.Event()

async def serve(reader, writer):
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        path = head.split()[1]
        fields = dict(line.split(": ", 1) for line in head.splitlines() if ": " in line)
        key = fields.get("Sec-WebSocket-Key")
        if key is None:
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 4\r\n"
                         b"Connection: close\r\n\r\n<p/>")
            writer.close()
            return
        asked.append(path)
        if path == "/slow":
            await release.wait()
        answer = base64.b64encode(hashlib.sha1((key + MAGIC).encode()).digest()).decode()
        writer.write(("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                      f"Connection: Upgrade\r\nSec-WebSocket-Accept: {answer}\r\n\r\n").encode())
        await reader.read()
    except (ConnectionError, asyncio.IncompleteReadError):
        pass

OPEN = """url => { window.socket = new WebSocket(url); return null }"""
STATE = "() => window.socket.readyState"

async def main():
    servers = [await asyncio.start_server(serve, "127.0.0.1", 0) for _ in range(2)]
    port, other_port = (server.sockets[0].getsockname()[1] for server in servers)
    async with async_playwright() as play:
        browser = await play.chromium.launch(
            executable_path="/usr/bin/chromium",
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"])
        profile, private = await browser.new_context(), await browser.new_context()
        tabs = {}
        for name, context, number in (
            ("slow", profile, port), ("second-tab", profile, port),
            ("private-window", private, port), ("other-port", profile, other_port),
        ):
            tabs[name] = await context.new_page()
            await tabs[name].goto(f"http://127.0.0.1:{number}/")
        for name, tab in tabs.items():
            number = other_port if name == "other-port" else port
            await tab.evaluate(OPEN, f"ws://127.0.0.1:{number}/{name}")
            await asyncio.sleep(0.3)
        await asyncio.sleep(3)
        print("three seconds later the server was asked for", asked)
        assert sorted(asked) == ["/other-port", "/private-window", "/slow"]
        assert [await tab.evaluate(STATE) for tab in tabs.values()] == [0, 0, 1, 1]
        release.set()
        for _ in range(50):
            if "/second-tab" in asked:
                break
            await asyncio.sleep(0.1)
        print("after the slow answer:               ", asked)
        assert asked[-1] == "/second-tab"
        await browser.close()

asyncio.run(main())
PYTHON
as_stated "one handshake at a time for an address, in all tabs of a profile"
