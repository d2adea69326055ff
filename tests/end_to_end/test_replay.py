"""Runs that are watched again, as players see them."""

import asyncio
import json
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.gateway.raw_clients import Maker, new_session
from support.processes.commands import Serving, undertide
from support.processes.played_terminal import Opener, PlayedTerminal
from support.processes.restarted_server import Lasting, lasting

MAX_TURNS = 200
"""Turns in which a hero of one life point meets its end where the tide comes at once."""


@pytest.fixture
def host(content: Path, tmp_path: Path) -> Iterator[Lasting]:
    """A server that keeps its runs, all of them of the same dungeon."""
    chosen = ("--config", str(content), "--preset", "quiet", "--seed", "7")
    with lasting(tmp_path / "data", *chosen) as running:
        yield running


def runs(host: Lasting) -> dict[str, str]:
    """Return the state of each run that a host keeps, by name."""
    listed = undertide("runs", "list", "--data", str(host.folder), "--json")
    return {run["run"]: run["state"] for run in json.loads(listed.stdout)["runs"]}


def play_to_the_end(host: Lasting, opened: Opener) -> str:
    """Play a run in which the only hero falls; return its name."""
    session = asyncio.run(new_session(host.address, "deadly"))
    ann = opened("join", host.address, "--session", session, "--name", "Ann")
    ann.read_text("Ann joins the party")
    assert any(ann.take_turn("s", "The run is over") for _ in range(MAX_TURNS)), ann.text
    ann.end()
    (run,) = runs(host)
    return run


def bar_of(terminal: PlayedTerminal) -> str:
    """Return the bar of a replay."""
    line: str = terminal.screen.display[-2]
    return line


def seconds_in(terminal: PlayedTerminal) -> int:
    """Return the time of the run that a replay's bar tells."""
    told = re.match(r" +(\d+):(\d\d):(\d\d) / ", bar_of(terminal))
    return (
        sum(int(part) * unit for part, unit in zip(told.groups(), (3600, 60, 1), strict=True))
        if told
        else -1
    )


def test_a_run_of_a_killed_server_is_watched_again_from_its_folder(
    host: Lasting, opened: Opener
) -> None:
    run = play_to_the_end(host, opened)
    host.server.stop(signal.SIGKILL)
    assert runs(host) == {run: "ended"}
    again = opened("replay", run[:8], "--data", str(host.folder))
    again.read_text(f"replay of {run[:8]}, watching the party")
    again.read_text("the end")
    again.wait_for(lambda: bar_of(again).count("▼") == 1, "the floor on the bar")
    assert "■" in bar_of(again)
    again.type("0")
    again.wait_for(lambda: seconds_in(again) == 0, "the beginning")
    again.read_gone("Ann has died!")
    again.type("f")
    again.read_text("watching Ann")
    again.type("e")
    again.read_text("† a death")
    again.type("\x1b[B\r")
    again.read_text("Ann has died!")
    again.type("0--")
    again.read_text("paused 1/4")
    again.type(" ")
    again.read_text("▶ 1/4")
    again.type("Q")
    assert again.ended() == 0
    assert again.modes == again.modes_before


def test_a_late_spectator_goes_back_to_the_beginning_and_live_again(
    host: Lasting, opened: Opener
) -> None:
    session = asyncio.run(new_session(host.address, "quiet", "real"))
    ann = opened("join", host.address, "--session", session, "--name", "Ann")
    ann.read_text("Ann joins the party")
    ann.say("is anybody there?")
    ann.read_text("Ann: is anybody there?")
    zoe = opened("watch", host.address, "--session", session, USER="zoe")
    zoe.read_text("watching the party")
    zoe.wait_for(lambda: zoe.hero("Ann") is not None, "the hero")
    zoe.type("B")
    zoe.read_text("replay of")
    zoe.read_text("▶")
    (first,) = runs(host)
    assert f"replay of {first[:8]}, watching the party" in zoe.bar
    zoe.type(" ")
    zoe.read_text("paused")
    zoe.type("0")
    zoe.wait_for(lambda: seconds_in(zoe) == 0, "the beginning")
    stood = zoe.hero("Ann")
    step = ann.free_step("Ann")
    ann.type(step)
    ann.read_text("done")
    assert zoe.hero("Ann") == stood
    zoe.type("L")
    zoe.read_text("1 watching: zoe")
    zoe.read_gone("replay of")
    assert zoe.quit() == 0


def test_an_old_run_is_chosen_in_the_lobby(host: Lasting, opened: Opener) -> None:
    run = play_to_the_end(host, opened)
    bob = opened("join", host.address)
    bob.read_text("▸")
    bob.type("o")
    bob.read_text("Played by Ann.")
    bob.type("\r")
    bob.read_text(f"replay of {run[:8]}")
    bob.type("Q")
    bob.read_text("You play as")
    assert bob.quit() == 0


@pytest.mark.parametrize("run", ["no-such", ""])
def test_a_run_that_is_not_kept_is_told(host: Lasting, opened: Opener, run: str) -> None:
    for place in (("--data", str(host.folder)), ("--server", host.address)):
        terminal = opened("replay", run, *place)
        assert terminal.ended() == 1
        assert "refused: " in terminal.unwrapped
        assert "Traceback" not in terminal.text
        assert terminal.modes == terminal.modes_before


def test_a_server_that_keeps_nothing_leaves_its_spectators_where_they_are(
    server: Serving, opened: Opener, made: Maker
) -> None:
    zoe = opened("watch", server.address, "--session", made())
    zoe.read_text("watching the party")
    zoe.type("B")
    zoe.read_text("keeps no runs")
    zoe.read_text("watching the party")
    assert zoe.quit() == 0
