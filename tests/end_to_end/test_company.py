"""Several terminals in one session."""

from support.gateway.raw_clients import Maker
from support.processes.commands import Serving
from support.processes.played_terminal import STEPS, Opener, PlayedTerminal
from undertide_shared.geometry import Cell


def apart(terminal: PlayedTerminal, one: str, other: str) -> Cell | None:
    """Return how far one hero stands from another on a screen, if both are to be seen."""
    here, there = terminal.hero(one), terminal.hero(other)
    return (there[0] - here[0], there[1] - here[1]) if here and there else None


def read_apart(terminal: PlayedTerminal, distance: Cell) -> None:
    """Read until Ann stands so far from Bob."""
    terminal.wait_for(lambda: apart(terminal, "Bob", "Ann") == distance, f"Ann at {distance}")


def test_players_see_each_other_move_and_talk_and_a_watcher_follows(
    server: Serving, opened: Opener, made: Maker
) -> None:
    session = made()
    ann = opened("join", server.address, "--session", session, "--name", "Ann")
    ann.read_text("Ann joins the party")
    watcher = opened("watch", server.address, "--session", session, "--hero", "Ann", USER="zoe")
    watcher.read_text("watching Ann")
    ann.read_text("1 watching: zoe")
    bob = opened("join", server.address, "--session", session, "--name", "Bob")
    bob.read_text("1 watching: zoe")
    for each in (ann, watcher):
        each.read_text("Bob joins the party")
    bob.read_text("real time")
    bob.wait_for(lambda: apart(bob, "Bob", "Ann") is not None, "both heroes")
    before = apart(bob, "Bob", "Ann")
    assert before is not None
    step = ann.free_step("Ann")
    ann.type(step)
    after = (before[0] + STEPS[step][0], before[1] + STEPS[step][1])
    for each in (ann, bob, watcher):
        read_apart(each, after)
    bob.say("down we go")
    for each in (ann, bob, watcher):
        each.read_text("Bob: down we go")
    watcher.say("good luck")
    for each in (ann, bob):
        each.read_text("zoe: good luck")
    assert watcher.quit() == 0
    ann.read_gone("watching: zoe")
    assert bob.quit() == 0
    ann.read_panel("asleep")


def test_who_joins_late_is_told_what_was_talked_about(
    server: Serving, opened: Opener, made: Maker
) -> None:
    session = made()
    ann = opened("join", server.address, "--session", session, "--name", "Ann")
    ann.read_text("Ann joins the party")
    ann.say("take the left door")
    ann.read_text("Ann: take the left door")
    bob = opened("join", server.address, "--session", session, "--name", "Bob")
    bob.read_text("Ann: take the left door")
    bob.wait_for(lambda: apart(bob, "Bob", "Ann") is not None, "both heroes")
