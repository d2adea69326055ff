#!/usr/bin/env bash
# Chromium 156: a context set offline holds the messages of open WebSockets back, and loses none.
#
# Guess: playwright's set_offline(True) cuts the page off: open WebSockets close after a while or at
# once, or they aren't touched at all.
# So it is: what the page sends and what it is sent waits, in both directions, and arrives in order
# once the context is online again. readyState stays 1 (OPEN), bufferedAmount 0. The browser goes on
# to answer the server's pings, until the first message for the page waits; from then on they wait
# behind it. Closing gets through: of close(4001), sent while offline, the server hears at once, and
# onclose comes with 4001. New WebSockets and fetch() fail.
# So a test that a client connects anew tests nothing that way: it has to drop the connection at the
# server, or go through a proxy of its own. And it is no slow or lossy network either.
# Source: Chrome DevTools Protocol, Network.emulateNetworkConditions with offline.
# Undertide: its tests of the page end connections at the server.
# Needs Debian's package chromium.
. "$(dirname "$0")/lib.sh"
need chromium chromium
python_with playwright==1.60.0 websockets==17.4
chromium --version
"$python" - <<'PYTHON'
import asyncio

from playwright.async_api import async_playwright
from websockets.asyncio.server import serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Response

OPEN = """url => new Promise((done, fail) => {
    window.heard = [];
    window.socket = new WebSocket(url);
    socket.onopen = () => done("open");
    socket.onmessage = event => heard.push(event.data);
    socket.onclose = event => { heard.push(event.code); done("closed"); };
})"""
LOOK = "[heard, socket.readyState, socket.bufferedAmount]"
WAIT = 1.5
heard = []
connections = []

async def hear(connection):
    connections.append(connection)
    try:
        async for message in connection:
            heard.append(message)
    except ConnectionClosed as error:
        heard.append(error.rcvd and error.rcvd.code)

async def is_answered(connection):
    pong = await connection.ping()
    done, _ = await asyncio.wait([pong], timeout=WAIT)
    return bool(done)

def give_page(connection, request):
    if "Upgrade" in request.headers:
        return None
    return Response(200, "OK", Headers({"Content-Type": "text/html"}), b"<p/>")

async def main():
    async with serve(hear, "127.0.0.1", 0, process_request=give_page,
                     ping_interval=None) as server, async_playwright() as play:
        address = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
        browser = await play.chromium.launch(
            executable_path="/usr/bin/chromium",
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"])
        context = await browser.new_context()
        page = await context.new_page()
        await page.goto(f"http://{address}/")
        await page.evaluate(OPEN, f"ws://{address}/")
        await context.set_offline(True)
        await page.evaluate("socket.send('one')")
        await page.evaluate("socket.send('two')")
        before = await is_answered(connections[0])
        await connections[0].send("from the server")
        await asyncio.sleep(WAIT)
        behind = await is_answered(connections[0])
        at_page = await page.evaluate(LOOK)
        print("offline: the server has heard", heard, "the page", *at_page)
        print("pings before a message for the page:", before, "behind it:", behind)
        assert heard == [] and at_page == [[], 1, 0] and before and not behind
        await context.set_offline(False)
        await asyncio.sleep(WAIT)
        at_page = await page.evaluate(LOOK)
        print("online: the server has heard", heard, "the page", *at_page)
        assert heard == ["one", "two"] and at_page == [["from the server"], 1, 0]
        await context.set_offline(True)
        await page.evaluate("socket.close(4001)")
        await asyncio.sleep(WAIT)
        at_page = await page.evaluate(LOOK)
        print("closed offline: the server has heard", heard[2:], "the page", *at_page)
        assert heard[2:] == [4001] and at_page == [["from the server", 4001], 3, 0]
        again = await page.evaluate(OPEN, f"ws://{address}/")
        print("a new one offline:", again)
        assert again == "closed"
        await browser.close()

asyncio.run(main())
PYTHON
as_stated "offline is a pause for open connections"
