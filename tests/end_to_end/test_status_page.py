"""The host's status page in a real browser."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from support.client.browser import PHONE, until, visiting
from support.processes.commands import Serving, lasting_port, serving, undertide

GONE = "Failed to load resource: net::ERR_CONNECTION_REFUSED"
"""How the browser's console tells that nobody answered."""


@pytest.fixture(scope="module")
def server() -> Iterator[Serving]:
    """Serve a session in which somebody has played a little."""
    with serving("--preset", "tutorial") as found:
        done = undertide("bots", found.address, "-n", "2", "--seconds", "1")
        assert done.returncode == 0, done.stderr
        yield found


def status_of(server: Serving) -> str:
    return server.address.replace("ws://", "http://") + "/status"


def drawn(page: Page) -> list[bool]:
    """Return of each plot whether anything is drawn on it."""
    found: list[bool] = page.evaluate(
        """() => [...document.querySelectorAll("canvas")].map((canvas) => canvas
            .getContext("2d")
            .getImageData(0, 0, canvas.width, canvas.height)
            .data.some((value) => value > 0))"""
    )
    return found


def test_the_page_shows_plots_and_the_sessions(browser: Browser, server: Serving) -> None:
    with visiting(browser) as page:
        page.goto(status_of(server))
        expect(page.locator("#ready")).to_have_text("ready")
        expect(page.locator("#sessions tr")).to_have_count(1)
        expect(page.locator("#sessions")).to_contain_text("tutorial")
        expect(page.locator("#none")).to_be_hidden()
        plots = page.locator("figure")
        assert plots.count() >= 6
        until(page, lambda: all(drawn(page)))
        expect(plots.nth(0)).to_contain_text("players 0")


def test_a_plot_says_what_was_where_one_points(browser: Browser, server: Serving) -> None:
    with visiting(browser) as page:
        page.goto(status_of(server))
        memory = page.locator("figure", has_text="Memory")
        expect(memory.locator("output")).to_contain_text("MB")
        memory.locator("canvas").hover()
        expect(memory.locator("output")).to_contain_text("MB")


def test_the_page_fits_a_phone(browser: Browser, server: Serving) -> None:
    with visiting(browser, **PHONE) as page:
        page.goto(status_of(server))
        expect(page.locator("#sessions tr")).to_have_count(1)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_page_says_when_nobody_answers_and_goes_on_by_itself(browser: Browser) -> None:
    with visiting(browser, GONE) as page:
        with serving("--preset", "tutorial", "--port", lasting_port()) as first:
            page.goto(status_of(first))
            expect(page.locator("#ready")).to_have_text("ready")
        expect(page.locator("#ready")).to_contain_text("no answer")
        with serving("--preset", "tutorial", "--port", first.port):
            expect(page.locator("#ready")).to_have_text("ready")
