#!/usr/bin/env bash
# Chromium 156: what localStorage keeps is written 5 s later, and the next change up to a minute later.
#
# Guess: setItem() is synchronous, other tabs see the value at once, and it survives: a page that has
# stored its token can be killed at any moment after it.
# So it is: the value stays in the browser's memory. The first change of a site is written after 5 s,
# and then commits are rationed: a change that follows soon after one was still lost when the browser
# was killed 50 s later. Then it starts with the old value, or with none; a cookie takes 30 s. Only
# once the tab is closed, or the browser in order, it is written at once. IndexedDB has it when its
# transaction completes, killed or not.
# So a token that means a seat in a game, stored behind some settings, is lost by a crash, a flat
# battery or the system's lack of memory, while the server believes that the player has it.
# Source: Chromium, components/services/storage/dom_storage/, StorageAreaImpl: a delay of 5 s, and at
# most 60 commits an hour.
# Undertide: its page copies each change into IndexedDB, and restores what localStorage has lost.
# Needs Debian's package chromium.
. "$(dirname "$0")/lib.sh"
need chromium chromium
python_with playwright==1.60.0
chromium --version
"$python" - "$work" <<'PYTHON'
import asyncio, itertools, os, signal, sys
from pathlib import Path
from playwright.async_api import Error, async_playwright

DATABASE = """const open = () => new Promise((done, fail) => {
    const asked = indexedDB.open("seat", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("kept");
    asked.onsuccess = () => done(asked.result);
    asked.onerror = fail;
});"""
KEEP = "async (value) => {" + DATABASE + """
    localStorage.token = value;
    const change = (await open()).transaction("kept", "readwrite");
    change.objectStore("kept").put(value, "token");
    await new Promise((done) => (change.oncomplete = done));
}"""
FIND = "async () => {" + DATABASE + """
    const asked = (await open()).transaction("kept").objectStore("kept").get("token");
    await new Promise((done) => (asked.onsuccess = done));
    return [localStorage.token ?? null, asked.result ?? null];
}"""
numbers = itertools.count()

async def serve(reader, writer):
    while await reader.readline() not in (b"\r\n", b""):
        pass
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 4\r\n"
                 b"Connection: close\r\n\r\n<p/>")
    writer.close()

def kill(folder):
    """Kill all processes of the browser that keeps its things in that folder."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if f"--user-data-dir={folder}" in (process / "cmdline").read_text():
                os.kill(int(process.name), signal.SIGKILL)
        except OSError:
            pass

async def keep(play, url, values, seconds, *, ending):
    """Return what localStorage and IndexedDB have after a restart."""
    folder = f"{sys.argv[1]}/profile{next(numbers)}"

    async def start():
        browser = await play.chromium.launch_persistent_context(
            folder, executable_path="/usr/bin/chromium",
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"])
        page = await browser.new_page()
        await page.goto(url)
        return browser, page

    browser, page = await start()
    for value, pause in zip(values, seconds):
        await page.evaluate(KEEP, value)
        await asyncio.sleep(pause)
    if ending == "close the tab":
        await page.close()
        await asyncio.sleep(2)
    if ending != "close the browser":
        kill(folder)
    try:
        await browser.close()
    except Error:
        pass  # it was killed
    browser, page = await start()
    found = await page.evaluate(FIND)
    await browser.close()
    print(f"{values} kept, {seconds} s, {ending}: localStorage {found[0]}, IndexedDB {found[1]}")
    return found

async def main():
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
    async with async_playwright() as play:
        for values, seconds, ending, stored in (
            (["one"], [2], "kill", None),
            (["one"], [10], "kill", "one"),
            (["one", "two"], [10, 20], "kill", "one"),
            (["one", "two"], [10, 0], "close the tab", "two"),
            (["one", "two"], [10, 0], "close the browser", "two"),
        ):
            found = await keep(play, url, values, seconds, ending=ending)
            assert found == [stored, values[-1]], found

asyncio.run(main())
PYTHON
as_stated "what localStorage took isn't stored yet"
