"""Pages that a browser puts aside: kept for Back, or frozen in a tab that nobody looks at.

Chromium answers pings for such pages, so the server can't tell by itself that nobody is there.
"""

import asyncio
import json
import re
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, expect
from websockets.sync.client import ClientConnection, connect

from support.client.browser import NO_SANDBOX, browser_path, visiting
from support.client.played_page import PlayedPage, page_of
from support.gateway.host_requests import series
from support.gateway.raw_clients import ASK_AGAIN_SECONDS, new_session
from support.processes.commands import Serving, serving
from support.processes.waiting import LONGEST

ROUNDS: Final = 3
HURT: Final = re.compile(r"(hits|misses) you")


@pytest.fixture
def host(content: Path) -> Iterator[Serving]:
    """A server that nobody else is on: in its games a monster comes, and fights."""
    with serving("--config", str(content), "--preset", "sparring", "--pace", "real") as running:
        yield running


@pytest.fixture
def keeping_browser(browser: Browser) -> Iterator[Browser]:
    """A browser that keeps pages for Back, as people's own do; for tests that is switched off."""
    running = browser.browser_type.launch(
        executable_path=browser_path(),
        args=[NO_SANDBOX],
        ignore_default_args=["--disable-back-forward-cache"],
    )
    yield running
    running.close()


def await_count(host: Serving, name: str, number: int) -> None:
    """Wait until the server counts so many."""
    deadline = time.monotonic() + LONGEST
    while counted(host, name) != number:
        assert time.monotonic() < deadline, f"{name}: {counted(host, name)}"
        time.sleep(ASK_AGAIN_SECONDS)  # The server bounds how often an address may ask.


def counted(host: Serving, name: str) -> float:
    """Return a figure of the server's."""
    with urllib.request.urlopen(page_of(host.address, "metrics")) as answer:
        return series(answer.read().decode())[f"undertide_{name}"]


def test_who_leaves_the_page_by_a_link_is_away_until_going_back_in_a_fight_too(
    keeping_browser: Browser, host: Serving
) -> None:
    with visiting(keeping_browser, "Failed to load resource") as page:
        ann = PlayedPage(page, host.address)
        ann.visit()
        ann.begin("Ann")
        session = ann.session
        expect(page.locator("#log")).to_contain_text("has come for you")
        log = page.locator("#log")
        while not HURT.search(log.inner_text()):
            ann.do("o")
        for _ in range(ROUNDS):
            assert counted(host, "players") == 1
            page.goto(page_of(host.address, "healthz"))
            await_count(host, "players", 0)
            page.go_back(wait_until="commit")
            await_count(host, "players", 1)
            ann.wait_for_hero()
            assert ann.session == session
        assert page.evaluate("performance.getEntriesByType('navigation')[0].type") == "navigate", (
            "the page was kept: it was not loaded again"
        )


class Tab:
    """A tab of a browser of its own, steered by the browser's own protocol.

    Playwright's tabs can't be frozen: they pass for looked at, whatever lies before them.
    """

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._number = 0

    def call(self, method: str, **fields: Any) -> dict[str, Any]:
        """Call a method of the browser, and return its result."""
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": fields}))
        while (told := json.loads(self._socket.recv(LONGEST))).get("id") != self._number:
            pass
        result: dict[str, Any] = told["result"]
        return result

    def value(self, expression: str) -> Any:
        """Return what an expression is in the page."""
        told = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        return told["result"].get("value")


@contextmanager
def tab_behind_another(folder: Path, address: str) -> Iterator[Tab]:
    """Open a page in a tab, and another tab before it."""
    words = ["--headless=new", NO_SANDBOX, "--remote-debugging-port=0", "about:blank"]
    command = [browser_path(), *words, f"--user-data-dir={folder}"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as browser:
        try:
            assert browser.stderr
            heard = next(line for line in browser.stderr if "DevTools listening on" in line)
            port = heard.split("/")[2]

            def opened() -> str:
                asked = urllib.request.Request(f"http://{port}/json/new", method="PUT")
                with urllib.request.urlopen(asked) as answer:
                    return str(json.load(answer)["webSocketDebuggerUrl"])

            with connect(opened()) as socket:
                tab = Tab(socket)
                tab.call("Page.navigate", url=address)
                opened()
                yield tab
        finally:
            browser.kill()


def test_a_frozen_tab_leaves_and_comes_back_when_it_thaws(host: Serving, tmp_path: Path) -> None:
    with ThreadPoolExecutor() as pool:  # Playwright's loop may run in this thread.
        making = new_session(host.address, "sparring", "real")
        session = pool.submit(asyncio.run, making).result()
    place = page_of(host.address, f"#/watch/{session}")
    with tab_behind_another(tmp_path, place) as tab:
        await_count(host, "watchers", 1)
        for _ in range(ROUNDS):
            tab.call("Page.setWebLifecycleState", state="frozen")
            await_count(host, "watchers", 0)
            tab.call("Page.setWebLifecycleState", state="active")
            await_count(host, "watchers", 1)
            assert tab.value("undertide.snapshot().session") == session
