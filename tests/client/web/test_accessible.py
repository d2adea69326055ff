"""What those need who don't see the page, or see it badly, or reach it by keys alone."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from support.client.browser import DESKTOP, PHONE, until, visiting
from support.client.client_examples import joined, keyframe, session_info
from support.client.replay_examples import run_info
from support.client.scripted_page import ScriptedPage
from undertide_shared.messages import (
    ClientMessage,
    Join,
    ListRuns,
    ListSessions,
    Runs,
    ServerMessage,
    Sessions,
)

ZOOMED = {"viewport": {"width": 640, "height": 400}}
"""What a page of 1280 by 800 pixels has at a zoom of 200 %."""
OPENING = "ieca?PpMmvKS"
"""Keys that open a screen over the map."""


def answer(message: ClientMessage) -> list[ServerMessage]:
    match message:
        case ListSessions():
            return [Sessions([session_info(deepest_floor=1)])]
        case ListRuns():
            return [Runs([run_info()])]
        case Join():
            return [joined(), keyframe()]
        case _:
            return []


def faults(page: Page) -> list[Any]:
    """Return what the checker finds, each with the elements that are at fault."""
    found = Axe().run(page).response["violations"]
    return [(each["id"], [node["html"] for node in each["nodes"]]) for each in found]


def play(scripted: ScriptedPage) -> Page:
    scripted.answers = answer
    scripted.visit()
    scripted.page.evaluate("localStorage.setItem('undertide.name', 'Ann')")
    scripted.page.reload()
    scripted.page.locator("#sessions").get_by_role("button", name="Join").first.click()
    expect(scripted.page.locator("#stage")).to_be_visible()
    until(scripted.page, lambda: scripted.page.evaluate("undertide.number") is not None)
    return scripted.page


@pytest.mark.parametrize("screen", [DESKTOP, PHONE, ZOOMED], ids=["desktop", "phone", "zoomed"])
def test_the_checker_finds_nothing(browser: Browser, screen: dict[str, Any]) -> None:
    with visiting(browser, **screen) as opened:
        scripted = ScriptedPage(opened)
        scripted.answers = answer
        scripted.visit()
        expect(opened.locator("#sessions li")).to_have_count(1)
        assert faults(opened) == []
        play(scripted)
        assert faults(opened) == []
        for key in OPENING:
            opened.locator("#map").focus()
            opened.keyboard.press(key)
            expect(opened.locator("#screens")).to_be_visible()
            assert faults(opened) == [], key
            while opened.locator("#screens").is_visible():
                opened.keyboard.press("Escape")


def test_the_map_is_left_by_a_key_where_tab_is_a_key_of_the_game(scripted: ScriptedPage) -> None:
    page = play(scripted)
    page.locator("#map").focus()
    page.keyboard.press("F6")
    assert page.evaluate("document.activeElement.id") != "map"


def test_changes_and_surroundings_are_told_in_sentences(scripted: ScriptedPage) -> None:
    page = play(scripted)
    expect(page.locator("#told p").first).to_have_text("Floor 3: the drowned warren.")
    page.locator("#map").focus()
    page.keyboard.press("S")
    told = page.locator(".screen .text p")
    expect(told.first).not_to_be_empty()
    assert page.locator(".screen h2").inner_text() == "Your surroundings"
