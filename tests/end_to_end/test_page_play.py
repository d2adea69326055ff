"""Heroes that are played in a real browser, on a real server."""

import os
import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from support.client.browser import DESKTOP, OFFLINE, PHONE, until, visiting
from support.client.played_page import PlayedPage
from support.gateway.raw_clients import Maker
from support.processes.commands import Serving, serving
from support.processes.played_terminal import Opener
from support.processes.restarted_server import lasting


def made_aside(made: Maker, preset: str) -> str:
    """Make a session in real time from another thread: the browser's loop runs in this one."""
    with ThreadPoolExecutor() as pool:
        return pool.submit(made, preset, "real").result()


@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["keys", "taps"])
def test_a_hero_goes_from_the_lobby_to_floor_two_and_back(
    browser: Browser, content: Path, screen: dict[str, Any]
) -> None:
    # On a server of its own: who only wants to play comes into the fullest session that there is.
    with (
        serving("--config", str(content), "--preset", "quiet", "--seed", "7") as server,
        visiting(browser, **screen) as page,
    ):
        ann = PlayedPage(page, server.address, taps=screen is PHONE)
        ann.visit()
        ann.begin("Tapper" if screen is PHONE else "Typist")
        ann.go_down()
        assert ann.floor == 2
        ann.do("<")
        until(page, lambda: ann.floor == 1)
        reached = ann.cell
        page.reload()
        ann.wait_for_hero()
        assert (ann.floor, ann.cell) == (1, reached)


def test_heroes_die_and_the_party_plays_again(
    browser: Browser, server: Serving, made: Maker
) -> None:
    session = made_aside(made, "deadly")
    with visiting(browser) as page, visiting(browser, **PHONE) as other:
        ann, bob = PlayedPage(page, server.address), PlayedPage(other, server.address)
        for player, name in ((bob, "Bob"), (ann, "Ann")):
            player.visit(f"#/play/{session}")
            player.accept(name)
        expect(page.get_by_role("heading", name="The run is over")).to_be_visible()
        expect(other.locator(".screen")).to_contain_text("killed by")
        page.locator(".screen").get_by_role("button", name="play again").click()
        until(page, lambda: ann.session != session)
        ann.wait_for_hero()


def test_a_seat_survives_the_end_of_the_server(
    browser: Browser, content: Path, tmp_path: Path
) -> None:
    with (
        lasting(tmp_path, "--config", str(content), "--preset", "quiet") as host,
        visiting(browser, OFFLINE) as page,
    ):
        ann = PlayedPage(page, host.address)
        ann.visit()
        ann.begin("Ann")
        ann.do("o")
        page.wait_for_function("undertide.fate.stage === 'done'")
        reached = ann.cell
        os.kill(host.server.process.pid, signal.SIGKILL)
        expect(page.locator("#connection")).to_contain_text("Trying again")
        host.restart()
        expect(page.locator("#outage")).to_be_hidden()
        ann.wait_for_hero()
        assert ann.cell == reached


def test_two_pages_and_a_terminal_play_together(
    browser: Browser, server: Serving, made: Maker, opened: Opener
) -> None:
    session = made_aside(made, "quiet")
    with visiting(browser) as page, visiting(browser) as other:
        ann, bob = PlayedPage(page, server.address), PlayedPage(other, server.address)
        for player, name in ((ann, "Ann"), (bob, "Bob")):
            player.visit(f"#/play/{session}")
            player.accept(name)
        cat = opened("join", server.address, "--session", session, "--name", "Cat")
        cat.read_text("Cat joins the party")
        cat.type("tHello there\r")
        for tab in (page, other):
            expect(tab.locator("#party")).to_contain_text("Cat")
            expect(tab.locator("#log")).to_contain_text("Cat: Hello there")
        page.locator("#words").fill("Well met")
        page.locator("#words").press("Enter")
        cat.read_text("Ann: Well met")
        expect(other.locator("#log")).to_contain_text("Ann: Well met")
        assert cat.quit() == 0
