"""A real headless browser for tests of the page, and the page in it.

Where there is none these tests are skipped, unless UNDERTIDE_BROWSER says that they are required.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

from support.processes.waiting import LONGEST

NAMES = ("chromium", "chromium-browser", "google-chrome")
"""What such a browser is called on the systems that have one."""
REQUIRED = os.environ.get("UNDERTIDE_BROWSER") == "required"
LONGEST_MS = 1000 * LONGEST
"""Milliseconds that anything may take on a machine that is busy."""
PICTURE_MS = 16
"""Milliseconds between two looks at what is waited for."""
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 3,
    "is_mobile": True,
    "has_touch": True,
}
OFFLINE = "WebSocket connection to"
"""How the browser's console begins to tell that a server can't be reached."""

expect.set_options(timeout=LONGEST_MS)
NO_SANDBOX = "--no-sandbox"
"""A sandbox needs rights that containers lack; all that is opened is our own page."""


def browser_path() -> str:
    """Return the program of a browser; skip the test that asked where there is none."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        reason = f"no browser is installed here: {', '.join(NAMES)}"
        (pytest.fail if REQUIRED else pytest.skip)(reason)
    return path


@contextmanager
def browsing() -> Iterator[Browser]:
    """Run a browser; skip the test that asked where there is none."""
    path = browser_path()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[NO_SANDBOX])
        yield browser
        browser.close()


@contextmanager
def visiting(browser: Browser, *allowed: str, **options: Any) -> Iterator[Page]:
    """Open a tab. Whatever its console complains of fails the test, unless it is `allowed`.

    That holds for violations of the page's security policy too.
    """
    complaints: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and not message.text.startswith(allowed or ("\0",)):
            complaints.append(message.text)

    context = browser.new_context(**(options or DESKTOP))
    context.set_default_timeout(LONGEST_MS)
    page = context.new_page()
    page.on("console", note)
    page.on("pageerror", lambda fault: complaints.append(f"{fault.message}\n{fault.stack}"))
    yield page
    context.close()
    assert not complaints, complaints


def snapshot(page: Page) -> dict[str, Any]:
    """Return what the page says that it knows."""
    known: dict[str, Any] = page.evaluate("undertide.snapshot()")
    return known


def until(page: Page, holds: Callable[[], bool]) -> None:
    """Wait until something holds, picture by picture."""
    for _ in range(int(LONGEST_MS) // PICTURE_MS):
        if holds():
            return
        page.wait_for_timeout(PICTURE_MS)
    raise AssertionError("what was waited for never came")


def painted(page: Page) -> int:
    """Return how many colours the map shows.

    It reads a copy, because the browser complains of a canvas that is read again and again.
    """
    return int(
        page.evaluate(
            """() => {
                const map = document.getElementById("map");
                const copy = new OffscreenCanvas(map.width, map.height).getContext("2d");
                copy.drawImage(map, 0, 0);
                const { data } = copy.getImageData(0, 0, map.width, map.height);
                const seen = new Set();
                for (let at = 0; at < data.length; at += 4) {
                    seen.add((data[at] << 16) | (data[at + 1] << 8) | data[at + 2]);
                }
                return seen.size;
            }"""
        )
    )
