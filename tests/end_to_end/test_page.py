"""The page in a real browser, on a real server, as heroes play who play by themselves."""

import asyncio
import re
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, expect

from support.client.browser import OFFLINE, PHONE, painted, snapshot, until, visiting
from support.client.mirror_values import told_by_mirror, told_by_page
from support.gateway.certificates import Certificates
from support.gateway.raw_clients import guest
from support.processes.commands import COMMAND, Serving, serving
from support.processes.tcp_proxy import TcpProxy
from support.processes.waiting import LONGEST
from undertide_client.model.mirror import Mirror
from undertide_shared.messages import Delta, Keyframe, Watch

MAX_KEPT: Final = 3_000
"""Frames that are remembered: minutes of a fight."""
HEROES = 3
MOVES = 20
"""Frames that a test waits for: two seconds of real time."""


@contextmanager
def watching_along(address: str, session: str, seat: int | None) -> Iterator[dict[int, Any]]:
    """Yield what the mirror held after each frame, by its number, as it comes to pass.

    All viewers of a view are told the same frames, so a page must hold the same after each.
    """
    seen: dict[int, Any] = {}
    begun = threading.Event()
    stop = threading.Event()
    thread = threading.Thread(
        target=lambda: asyncio.run(_watch(address, Watch(session, "Kim", seat), seen, begun, stop))
    )
    thread.start()
    try:
        assert begun.wait(LONGEST), "nothing came to watch"
        yield seen
    finally:
        stop.set()
        thread.join()


async def _watch(
    address: str,
    wanted: Watch,
    seen: dict[int, Any],
    begun: threading.Event,
    stop: threading.Event,
) -> None:
    mirror = Mirror()
    async with guest(address) as client:
        await client.send(wanted)
        while not stop.is_set() and len(seen) < MAX_KEPT:
            with suppress(TimeoutError):
                # So that the thread ends too where nothing comes any more.
                message = await asyncio.wait_for(client.receive(), timeout=0.5)
                mirror.apply(message)
                if isinstance(message, Keyframe | Delta) and mirror.number is not None:
                    seen[mirror.number] = told_by_mirror(mirror)
                    begun.set()


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server that keeps runs, and bots that play on it as long as it is there."""
    folder = str(tmp_path_factory.mktemp("data"))
    with serving("--data", folder, "--preset", "tutorial", "--pace", "real") as running:
        words = ["bots", running.address, "-n", str(HEROES), "--seconds", "600"]
        quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        with subprocess.Popen([*COMMAND, *words], **quiet) as bots:
            yield running
            bots.kill()


def page_of(address: str, place: str = "#/") -> str:
    return f"http{address.removeprefix('ws')}/{place}"


def watch(page: Page, address: str) -> str:
    """Choose the session from the list; return its id."""
    page.goto(page_of(address))
    session = page.locator("#sessions .card").first
    expect(session).to_contain_text(f"{HEROES} of")
    session.get_by_role("link", name="Watch").click()
    expect(page.locator("#party li")).to_have_count(HEROES + 1)
    return str(snapshot(page)["session"])


def follows(page: Page, seat: int | None) -> bool:
    return bool(snapshot(page)["following"] == seat)


def replay(page: Page) -> dict[str, Any]:
    """Return where a replay is; nothing before it has begun."""
    return page.evaluate("undertide.replayState") or {}


def number(page: Page) -> int:
    """Return the number of the last frame; 0 before there is one."""
    return page.evaluate("undertide.number") or 0


def moved_on(page: Page, frames: int = MOVES) -> None:
    """Wait until a view has changed so many times."""
    first = number(page)
    until(page, lambda: number(page) >= first + frames)


def test_whoever_opens_the_address_finds_the_session_and_watches_it(
    browser: Browser, host: Serving
) -> None:
    with visiting(browser) as page:
        watch(page, host.address)
        moved_on(page)
        until(page, lambda: painted(page) > 20)
        expect(page.locator("#party li")).to_have_count(HEROES + 1)
        expect(page.locator("#tree text.floor").first).to_be_visible()
        expect(page.locator("#log li").first).not_to_be_empty()
        expect(page.locator("#watchers")).to_contain_text("watcher")


def test_what_is_shown_is_what_a_terminal_shows(browser: Browser, host: Serving) -> None:
    with visiting(browser) as page:
        session = watch(page, host.address)
        for seat in (None, 0):
            page.locator("#party button").nth(0 if seat is None else 1).click()
            with watching_along(host.address, session, seat) as seen:
                until(page, partial(follows, page, seat))
                for _ in range(5):
                    moved_on(page, 2)
                    told = told_by_page(snapshot(page))
                    until(page, partial(seen.__contains__, told["number"]))
                    known = seen[told["number"]]
                    # Logs begin when their viewers came.
                    for part in known.keys() - {"lines"}:
                        assert told[part] == known[part], part


def test_a_click_follows_a_hero(browser: Browser, host: Serving) -> None:
    with visiting(browser) as page:
        session = watch(page, host.address)
        expect(page.locator("#hero")).to_be_hidden()
        page.locator("#party button").nth(2).click()
        expect(page.locator("#life .value")).to_have_text(re.compile(r"\d+/\d+"))
        assert snapshot(page)["hero"]["seat"] == 1
        assert page.url.endswith(f"#/watch/{session}/1")
        page.reload()
        until(page, lambda: snapshot(page)["following"] == 1)


def test_watchers_talk_with_each_other(browser: Browser, host: Serving) -> None:
    with visiting(browser) as zoe, visiting(browser) as kim:
        watch(zoe, host.address)
        watch(kim, host.address)
        zoe.locator("#name").fill("Zoe")
        zoe.locator("#words").fill("Mind the <b>goblin</b>!")
        zoe.locator("#words").press("Enter")
        for page in (zoe, kim):
            said = page.locator("#log li", has_text="Zoe: Mind the <b>goblin</b>!")
            expect(said).to_be_visible()


def test_a_run_is_watched_again_and_scrubbed(browser: Browser, host: Serving) -> None:
    with visiting(browser) as page:
        page.goto(page_of(host.address))
        page.locator("#sessions").get_by_role("link", name="From the start").click()
        until(page, lambda: replay(page).get("tick", 0) > 10)
        page.keyboard.press(" ")
        until(page, lambda: replay(page)["speed"] == 0)
        until(page, lambda: painted(page) > 20)
        page.keyboard.press("End")
        until(page, lambda: not replay(page)["jumping"])
        later, shown = replay(page)["tick"], told_by_page(snapshot(page))
        page.keyboard.press(",")
        until(page, lambda: replay(page)["tick"] < later)
        page.keyboard.press(".")
        until(page, lambda: replay(page)["tick"] == later)
        page.locator(".mark").first.click()
        until(
            page,
            lambda: replay(page)["tick"] == replay(page)["first"] and not replay(page)["jumping"],
        )
        assert told_by_page(snapshot(page))["tiles"] != shown["tiles"]
        page.locator("#speed").select_option("6400")
        page.get_by_role("button", name="Play").click()
        until(page, lambda: replay(page)["tick"] > later)


def test_a_page_whose_line_was_cut_goes_on_by_itself(browser: Browser, host: Serving) -> None:
    with TcpProxy(host.address) as line, visiting(browser, OFFLINE) as page:
        watch(page, line.address)
        line.cut()
        expect(page.locator("#connection")).to_contain_text("Trying again")
        line.open()
        expect(page.locator("#outage")).to_be_hidden()
        moved_on(page)


def test_a_phone_shows_it_too(browser: Browser, host: Serving) -> None:
    with visiting(browser, **PHONE) as page:
        page.goto(page_of(host.address))
        page.locator("#sessions a").first.tap()
        moved_on(page, 3)
        until(page, lambda: painted(page) > 20)
        assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_an_encrypted_server_shows_it_by_an_encrypted_line(
    browser: Browser, tmp_path: Path
) -> None:
    config = tmp_path / "config"
    config.mkdir()
    (config / "server.toml").write_text(Certificates(tmp_path).settings(), encoding="utf-8")
    # The authority is the test's own, which no browser knows.
    with (
        serving("--config", str(config)) as secure,
        # On a machine that is busy a file may fail to come; then the page is loaded again.
        visiting(browser, "Failed to load resource", ignore_https_errors=True) as page,
    ):
        page.goto(page_of(secure.address))
        expect(page.locator("#no-sessions")).to_have_text("Nobody is playing here at the moment.")
        expect(page.locator("#how-to-join")).to_contain_text("undertide join https://")
