"""How heroes die, and how a run ends."""

import asyncio

from support.gateway.raw_clients import Maker, player
from support.processes.commands import Serving
from support.processes.played_terminal import Opener, PlayedTerminal
from support.processes.waiting import LONGEST
from undertide_shared.messages import Anew, Chat, Keyframe, Say

MAX_TURNS = 200
"""Turns in which a hero of one life point meets its end where the tide comes at once."""


def wait_for_death(terminal: PlayedTerminal, news: str) -> None:
    """Let turns pass until the screen says that it is over."""
    turns = (terminal.take_turn("s", news) for _ in range(MAX_TURNS))
    assert any(turns), f"the hero lived on:\n{terminal.text}"
    terminal.read_text("go on" if news == "You have died." else "lobby")  # Keys answer now.


def test_who_joins_again_after_a_death_has_a_new_hero(
    server: Serving, opened: Opener, made: Maker
) -> None:
    session = made("deadly")
    join = ("join", server.address, "--session", session, "--name")
    bob = opened(*join, "Bob")
    bob.read_text("Bob joins the party")
    assert bob.quit() == 0
    ann = opened(*join, "Ann")
    ann.read_panel("asleep")
    wait_for_death(ann, "You have died.")
    ann.type("\r")
    assert ann.quit() == 0
    again = opened(*join, "Ann")
    again.read_text("Ann joins the party")
    again.wait_for(lambda: again.life == 1, "a living hero")


def test_a_ghost_talks_and_goes_on_with_a_new_hero_in_its_seat(
    server: Serving, made: Maker
) -> None:
    session = made("deadly", "real")
    asyncio.run(asyncio.wait_for(die_and_begin_anew(server.address, session), LONGEST))


async def die_and_begin_anew(address: str, session: str) -> None:
    """Let Ann die beside a companion who sleeps, talk as a ghost, and go on."""
    async with player(address, session, "Bob"):
        pass
    async with player(address, session, "Ann") as ann:
        while (await ann.until(Keyframe)).hero is not None:
            pass
        await ann.send(Say("boo"), Anew("footpad"))
        assert (await ann.until(Chat)).name == "Ann†"
        hero = (await ann.until(Keyframe)).hero
        assert hero is not None
        assert (hero.seat, hero.state, hero.calling) == (1, "alive", "footpad")


def test_a_death_makes_a_spectator_and_the_last_one_ends_the_run(
    server: Serving, opened: Opener, made: Maker
) -> None:
    session = made("deadly")
    as_bob = ("join", server.address, "--session", session, "--name", "Bob")
    bob = opened(*as_bob)
    bob.read_text("Bob joins the party")
    assert bob.quit() == 0
    watcher = opened("watch", server.address, "--session", session, USER="zoe")
    watcher.read_panel("asleep")
    ann = opened("join", server.address, "--session", session, "--name", "Ann")
    ann.read_panel("asleep")
    ann.read_panel("turn by turn")
    wait_for_death(ann, "You have died.")
    assert "You die, killed by" in ann.text
    watcher.read_text("Ann has died!")
    watcher.read_panel("dead")
    ann.type("\r")
    ann.read_gone("You have died.")
    ann.read_text("dead, watching the party")
    bob = opened(*as_bob)
    bob.read_panel("dead")
    wait_for_death(bob, "The run is over")
    for each in (bob, ann, watcher):
        each.read_text("The run is over")
        each.read_text("Esc look")
        each.read_text("Defeat")
        table = each.text.partition("Fate")[2]
        assert "Ann" in table
        assert "Bob" in table
    watcher.type("\r")
    watcher.read_text("Games")
    bob.type("\r")
    bob.read_text("Bob joins the party on floor 1.")
    ann.read_text("Bob plays again")
    ann.type("\r")
    ann.read_text("Ann joins the party on floor 1.")
    bob.read_text("Ann joins the party on floor 1.")
    assert ann.quit() == 0
