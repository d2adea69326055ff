"""One browser for all tests of a file."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from support.client.browser import browsing, visiting
from support.client.scripted_page import ScriptedPage

LOAD = "window.load = (path) => import(`/modules/${path}.js`);"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with browsing() as running:
        yield running


@pytest.fixture(scope="module")
def modules(browser: Browser) -> Iterator[Page]:
    """A tab whose `load` gives tests the modules of the page."""
    with visiting(browser) as opened:
        opened.add_init_script(LOAD)
        ScriptedPage(opened).visit()
        yield opened


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with visiting(browser) as opened:
        yield opened


@pytest.fixture
def scripted(page: Page) -> ScriptedPage:
    return ScriptedPage(page)
