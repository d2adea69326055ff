"""Help, the log, settings, own keys and the menu of the page."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from support.client.browser import PHONE, until, visiting
from support.client.client_examples import joined, keyframe
from support.client.scripted_page import ScriptedPage
from undertide_client.screens.widgets.drawing import TIMES
from undertide_shared.messages import (
    Act,
    Chat,
    ClientMessage,
    Join,
    Leave,
    Rest,
    Say,
    ServerMessage,
)

ANN = "localStorage.setItem('undertide.name', 'Ann')"


def answer(message: ClientMessage) -> list[ServerMessage]:
    return [joined(), keyframe()] if isinstance(message, Join) else []


@pytest.fixture
def played(scripted: ScriptedPage) -> ScriptedPage:
    return play(scripted)


def play(scripted: ScriptedPage) -> ScriptedPage:
    scripted.answers = answer
    scripted.page.add_init_script(ANN)
    scripted.visit()
    scripted.page.locator("#play-now").click()
    expect(scripted.page.locator("#log")).to_contain_text("You enter the drowned warren.")
    return scripted


def box(page: Page) -> Callable[[str], None]:
    """Return a function that expects a text in the topmost box."""
    return lambda text: expect(page.locator(".screen:not([inert])")).to_contain_text(text)


def test_the_help_has_pages_for_keys_and_clicks(played: ScriptedPage) -> None:
    page = played.page
    page.keyboard.press("?")
    box(page)("rest until healed")
    page.keyboard.press("ArrowRight")
    box(page)("goblin")
    page.get_by_role("button", name="Tide").click()
    box(page)("Each floor has its own tide")
    page.get_by_role("button", name="Invite").click()
    box(page)("http://undertide.test/")
    page.keyboard.press("Escape")
    expect(page.locator(".screen")).to_have_count(0)


def test_a_line_of_chat_is_sent_and_the_log_is_read(played: ScriptedPage) -> None:
    page = played.page
    page.keyboard.press("t")
    page.keyboard.type("  Run! ")
    page.keyboard.press("Enter")
    until(page, lambda: played.of(Say) == [Say("Run!")])
    played.say(Chat("Bob", 0xFFC060, "Where?"), Chat("Bob", 0xFFC060, "Where?"))
    page.keyboard.press("m")
    expect(page.locator(".screen .text p").last).to_have_text(f"Bob: Where? {TIMES}2")


def test_leaving_says_what_becomes_of_the_hero(played: ScriptedPage) -> None:
    page = played.page
    page.keyboard.press("Q")
    box(page)("Your hero soon falls asleep; nothing can harm it then.")
    page.keyboard.press("n")
    expect(page.locator(".screen")).to_have_count(0)
    page.keyboard.press("Q")
    page.get_by_role("button", name="leave").click()
    until(page, lambda: played.of(Leave) == [Leave()])
    expect(page.locator("#lobby")).to_be_visible()


def test_own_keys_are_kept_and_faults_are_told(played: ScriptedPage) -> None:
    page = played.page
    page.locator("#settings").click()
    page.get_by_role("button", name="Change keys…").click()
    written = page.get_by_label("The keys of all commands")
    written.fill('[keys.play]\nrest = "?"')
    page.get_by_role("button", name="keep them").click()
    box(page)("means REST and HELP in playing")
    written.fill('[keys.play]\nrest = "f9"')
    page.get_by_role("button", name="keep them").click()
    page.keyboard.press("Escape")
    page.locator("#map").focus()
    page.keyboard.press("F9")
    until(page, lambda: [one.intent for one in acts(played)] == [Rest()])
    page.reload()
    expect(page.locator("#log")).to_contain_text("You enter")
    page.keyboard.press("F9")
    until(page, lambda: [one.intent for one in acts(played)] == [Rest(), Rest()])


def test_keys_that_became_useless_are_told(scripted: ScriptedPage) -> None:
    scripted.page.add_init_script("localStorage.setItem('undertide.keys', 'nonsense')")
    scripted.visit()
    expect(scripted.page.locator("#notice")).to_contain_text("Your own keys can't be used: line 1")


def acts(scripted: ScriptedPage) -> list[Act]:
    return [one for one in scripted.of(Act) if isinstance(one, Act)]


def test_settings_are_kept(played: ScriptedPage) -> None:
    page = played.page
    page.locator("#settings").click()
    page.get_by_label("Motion").select_option("nothing moves")
    page.get_by_label("Hints").select_option("no")
    page.reload()
    page.locator("#settings").click()
    expect(page.get_by_label("Motion")).to_have_value("nothing moves")
    expect(page.get_by_label("Hints")).to_have_value("no")


def test_a_phone_has_all_commands_in_its_menu(browser: Browser) -> None:
    with visiting(browser, **PHONE) as phone:
        scripted = play(ScriptedPage(phone))
        phone.locator("#menu").tap()
        expect(phone.locator(".menu .line").first).to_contain_text("settings")
        line = phone.locator(".menu .line", has_text="rest until healed")
        size = line.bounding_box()
        assert size is not None
        assert size["height"] >= 44
        line.tap()
        until(phone, lambda: [one.intent for one in acts(scripted)] == [Rest()])
        phone.locator("#menu").tap()
        phone.locator(".menu .line", has_text="settings").tap()
        box(phone)("Settings")
