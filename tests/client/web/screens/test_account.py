"""Accounts, from the page's lobby."""

import json

import pytest
from playwright.sync_api import Page, expect

from support.client.browser import until
from support.client.scripted_page import ScriptedPage
from undertide_shared.messages import (
    AccountData,
    AccountInfo,
    ClientMessage,
    EraseAccount,
    Error,
    ExportAccount,
    LogIn,
    LogOut,
    ServerMessage,
    SignUp,
)

TOKEN = bytes(range(32))
KEY = "00" * 32


def answer(message: ClientMessage) -> list[ServerMessage]:
    match message:
        case LogIn(password="wrong"):
            return [Error("bad_login", "that is not the password")]
        case LogIn(name=""):
            return [AccountInfo("", operator=True)]
        case SignUp(name=name) | LogIn(name=name):
            return [AccountInfo(name, token=TOKEN)]
        case LogOut() | EraseAccount():
            return [AccountInfo("")]
        case ExportAccount():
            return [AccountData(json.dumps({"account": "ann"}))]
        case _:
            return []


@pytest.fixture
def lobby(scripted: ScriptedPage) -> ScriptedPage:
    scripted.answers = answer
    scripted.visit()
    expect(scripted.page.locator("#who-account")).to_have_text("guest")
    return scripted


def choose(page: Page, name: str) -> None:
    """Open the account's actions and do one."""
    page.keyboard.press("a")
    line = page.locator(".line", has_text=name)
    line.click()
    if page.locator(".line", has_text=name).count():
        line.press("Enter")


def test_an_account_is_made_and_kept_and_left(lobby: ScriptedPage) -> None:
    page = lobby.page
    choose(page, "make an account")
    page.get_by_label("Name", exact=True).fill("ann")
    page.get_by_label("Password", exact=True).fill("short")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_contain_text("a password needs at least 8 characters")
    page.get_by_label("Password", exact=True).fill("kelp and brine")
    page.get_by_label("Password, again").fill("kelp and brime")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_contain_text("the two passwords differ")
    page.get_by_label("Password, again").fill("kelp and brine")
    page.keyboard.press("Enter")
    until(page, lambda: lobby.of(SignUp) == [SignUp("ann", "kelp and brine")])
    expect(page.locator("#who-account")).to_have_text("ann")
    page.reload()
    until(page, lambda: lobby.of(LogIn) == [LogIn("ann", token=TOKEN)])
    choose(page, "log out")
    until(page, lambda: lobby.of(LogOut) == [LogOut()])
    expect(page.locator("#who-account")).to_have_text("guest")


def test_a_wrong_password_leaves_the_form_open(lobby: ScriptedPage) -> None:
    page = lobby.page
    choose(page, "log in")
    page.get_by_label("Name", exact=True).fill("ann")
    page.get_by_label("Password").fill("wrong")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_contain_text("that is not the password")
    page.get_by_label("Password").fill("right enough")
    page.keyboard.press("Enter")
    expect(page.locator("#who-account")).to_have_text("ann")


def test_operators_log_in_with_their_key(lobby: ScriptedPage) -> None:
    page = lobby.page
    choose(page, "log in")
    page.get_by_label("Password").fill("00ff")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_contain_text("enter the 64 digits of operator.key")
    page.get_by_label("Password").fill(KEY)
    page.keyboard.press("Enter")
    until(page, lambda: lobby.of(LogIn) == [LogIn("", token=bytes(32))])
    expect(page.get_by_role("button", name="People")).to_be_visible()


def test_data_is_saved_and_the_account_erased(lobby: ScriptedPage) -> None:
    page = lobby.page
    choose(page, "log in")
    page.get_by_label("Name", exact=True).fill("ann")
    page.get_by_label("Password").fill("kelp and brine")
    page.keyboard.press("Enter")
    expect(page.locator("#who-account")).to_have_text("ann")
    with page.expect_download() as saved:
        choose(page, "save my data")
    assert json.loads(saved.value.path().read_text()) == {"account": "ann"}
    choose(page, "erase the account")
    page.get_by_label("Password").fill("kelp and brine")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog").last).to_contain_text("Nobody can bring the account back")
    page.keyboard.press("y")
    until(page, lambda: lobby.of(EraseAccount) == [EraseAccount("kelp and brine")])
    expect(page.locator("#notice")).to_have_text("Your account is erased. You are a guest.")
