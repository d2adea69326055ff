"""Connections that break and servers that are gone: the client says so and comes back."""

import asyncio
import re
import signal

import pytest

from support.gateway.raw_clients import Maker, new_session, session_info
from support.processes.commands import Serving, lasting_port, serving
from support.processes.played_terminal import Opener, PlayedTerminal
from support.processes.tcp_proxy import TcpProxy

TO_THE_LAST_LINE = "\x1b[6~"
"""The key PgDn, which leads in a form to what does it."""


def test_a_client_whose_line_was_cut_comes_back_to_its_hero_by_itself(
    server: Serving, opened: Opener, made: Maker
) -> None:
    session = made()
    with TcpProxy(server.address) as line:
        ann = opened("join", line.address, "--session", session, "--name", "Ann")
        ann.read_text("Ann joins the party")
        step = ann.free_step("Ann")
        stood = ann.hero("Ann")
        ann.type(step)
        ann.wait_for(lambda: ann.hero("Ann") not in {None, stood}, "the step")
        ann.read_text("done")  # the last line: all above it is drawn by then
        drawn = ann.glyphs("┃"), ann.glyphs("@")
        line.cut()
        ann.read_text("No connection")
        ann.read_text("Trying again in")
        ann.read_text("nobody listens at this address")
        line.open()
        ann.read_text("● connected")
        ann.wait_for(lambda: (ann.glyphs("┃"), ann.glyphs("@")) == drawn, "the same place")
        ann.type("c")
        ann.read_text("Ann")
    info = asyncio.run(session_info(server.address, session))
    assert info.heroes == 1


def test_a_server_that_hangs_is_told_and_afterwards_nothing_stale_remains(
    opened: Opener,
) -> None:
    with serving("--preset", "tutorial", "--seed", "7") as server:
        ann = opened("join", server.address, "--name", "Ann")
        ann.read_text("Ann joins the party")
        ann.say("once")
        ann.read_text("Ann: once")
        server.process.send_signal(signal.SIGSTOP)
        ann.wait_for(lambda: bool(counted(ann)), "the silence")
        ann.type(".")
        ann.read_text("sent")
        ann.wait_for(lambda: max(counted(ann), default=0) >= 5, "the seconds that pass")
        assert "● connected" not in ann.text
        ann.read_text("No connection")
        server.process.send_signal(signal.SIGCONT)
        ann.read_text("● connected")
        ann.read_gone("Trying again")
        ann.read_gone("lost:")  # It stands there until the seat is taken again.
        assert counted(ann) == []
        assert [line.strip(" │") for line in ann.text.splitlines() if "once" in line] == [
            "Ann: once"
        ]


def counted(terminal: PlayedTerminal) -> list[int]:
    """Return the seconds without an answer that stand on the screen."""
    return [int(each) for each in re.findall(r"[Nn]o answer for (\d+) s", terminal.text)]


def test_a_player_who_comes_back_later_has_the_same_hero(
    server: Serving, opened: Opener, made: Maker
) -> None:
    session = made()
    words = ("join", server.address, "--session", session, "--name", "Ann")
    ann = opened(*words)
    ann.read_text("Ann joins the party")
    ann.type("i")
    ann.read_text("health potion")
    ann.type("ad")
    ann.read_text("You drop")
    assert ann.quit() == 0
    again = opened(*words)
    again.read_text("You drop")  # it may sleep by now, and then looks otherwise
    again.type("i")
    again.read_text("Pack (0 of 20 slots taken)")
    assert "a) !" not in again.text  # it lies where it was dropped
    info = asyncio.run(session_info(server.address, session))
    assert info.heroes == 1


def test_another_player_can_not_take_the_hero_of_a_player_who_is_away(
    server: Serving, opened: Opener, made: Maker
) -> None:
    session = made()
    words = ("join", server.address, "--session", session, "--name", "Ann")
    ann = opened(*words)
    ann.read_text("Ann joins the party")
    thief = opened(*words, XDG_STATE_HOME="/nonexistent")
    thief.read_text("somebody here is already called Ann")
    assert ann.quit() == 0


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_after_a_restart_the_client_says_that_the_run_is_gone_and_can_begin_another(
    opened: Opener, how: signal.Signals
) -> None:
    with serving("--preset", "tutorial", "--port", lasting_port()) as first:
        session = asyncio.run(new_session(first.address))
        ann = opened("join", first.address, "--session", session, "--name", "Ann")
        ann.read_text("Ann joins the party")
        first.stop(how)
        ann.read_text("No connection")
    with serving("--preset", "tutorial", "--port", first.port):
        ann.type("r")
        ann.read_text("there is no such session: it may have ended")
        ann.type("n")
        ann.read_text("A new session")
        ann.type(TO_THE_LAST_LINE + "\r")
        ann.read_text("Ann joins the party")
        assert ann.quit() == 0


def test_a_server_that_was_never_there_is_told_and_can_be_left(opened: Opener) -> None:
    with TcpProxy("ws://127.0.0.1:1") as line:
        pass
    ann = opened("join", line.address, "--name", "Ann")
    ann.read_text("nobody listens at this address")
    ann.type("Q")
    ann.ended()
    assert ann.modes == ann.modes_before
