"""Every byte that spectators are sent is held against what the heroes' own players were sent.

Whoever follows a hero is sent that hero's frames, byte for byte. The party's view is taken apart:
each cell, each thing seen, each line and each figure in it must be known to one of the heroes.
"""

import contextlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from support.sessions.lobby import Lobby
from undertide_client.model.logbook import LogLine
from undertide_client.model.mirror import Mirror
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_shared.codec import decode_server
from undertide_shared.messages import (
    Act,
    Delta,
    Ended,
    Explore,
    Keyframe,
    Move,
    PartyMember,
    Roster,
    ServerMessage,
    Watching,
)

HEROES = (1, 2, 3)
PARTY = 10
FOLLOWERS = (11, 12, 13)
"""They look through the eyes of seats 0, 1 and 2."""

Thing = tuple[int, str, str, int, int]
"""What was seen: on which branch, its role and name, and where."""


@dataclass
class Knowledge:
    """All that the players of the heroes were ever told."""

    cells: set[tuple[int, int, int, int]] = field(default_factory=set)
    """Branch, x, y and what is there."""
    things: set[Thing] = field(default_factory=set)
    lines: set[str] = field(default_factory=set)
    party: dict[int, PartyMember] = field(default_factory=dict)

    def learn(self, mirror: Mirror) -> None:
        """Add what one player sees now."""
        self.cells |= set(cells(mirror))
        self.things |= set(things(mirror))
        self.lines |= {plain(line.text, mirror.name) for line in mirror.lines}
        self.lines |= {f"The {fallen} die" for fallen in map(kill_of, mirror.lines) if fallen}
        self.party |= {hero.seat: hero for hero in mirror.party}


def kill_of(line: LogLine) -> str:
    """Return whom a line says that its reader has killed; empty if it says nothing of that."""
    killed = re.fullmatch(r"You kill the (.*)\.", line.text)
    return killed[1] if killed else ""


def plain(line: str, viewer: str) -> str:
    """Return a sentence as anybody would say it: of the viewer by name, verbs without an ending."""
    words = line.replace("your", f"{viewer}'s").replace("You", viewer).replace("you", viewer)
    same = {"are": "is", "have": "has"}
    return " ".join(same.get(word, word).rstrip("s.,!") for word in words.split())


def cells(mirror: Mirror) -> Iterator[tuple[int, int, int, int]]:
    assert mirror.floor is not None
    for y, row in enumerate(mirror.tiles.tolist()):
        for x, code in enumerate(row):
            if code:
                yield mirror.floor.branch, x, y, code


def things(mirror: Mirror) -> Iterator[Thing]:
    assert mirror.floor is not None
    for seen in mirror.sightings.values():
        kind = mirror.kinds[seen.kind]
        yield mirror.floor.branch, kind.role, kind.name, seen.x, seen.y


class Watched:
    """Three heroes who play, everyone who watches them, and what each was sent."""

    def __init__(self) -> None:
        self.lobby = Lobby("real")
        for member, name in zip(HEROES, ("Ann", "Ben", "Cleo"), strict=True):
            self.lobby.join(member, name)
        self.mirrors = {member: Mirror() for member in (*HEROES, PARTY)}
        self.sent: dict[int, list[bytes]] = {}
        self._hand_out_mail()
        self.lobby.session.watch(PARTY, "Wat", None, self.lobby.now)
        for seat, member in enumerate(FOLLOWERS):
            self.lobby.session.watch(member, "Wat", seat, self.lobby.now)

    def _hand_out_mail(self) -> None:
        for member, messages in self.lobby.mail.items():
            for message in messages:
                self.mirrors[member].apply(message)

    def moments(self, number: int) -> Iterator[None]:
        """Play on, and yield after each moment in which something was sent."""
        for moment in range(number):
            for member in HEROES:
                self._ask(member, moment)
            self.lobby.now += 0.1
            due = self.lobby.session.due(self.lobby.now)
            if due is not None and due <= self.lobby.now:
                self.lobby.session.advance(self.lobby.now)
            if self._deliver():
                yield

    def _ask(self, member: int, moment: int) -> None:
        if (moment + member) % 4:
            return
        intent = Explore() if (moment + member) % 8 else Move(moment % 3 - 1, member % 3 - 1)
        with contextlib.suppress(RequestRefusedError):  # It may have died.
            self.lobby.session.requests.handle_message(
                member, Act(moment + 1, intent), self.lobby.now
            )

    def _deliver(self) -> bool:
        parcels = self.lobby.session.outbox.take_committed()
        for parcel in parcels:
            for member in parcel.members:
                self.sent.setdefault(member, []).append(parcel.data)
                if member in self.mirrors:
                    self.mirrors[member].apply(decode_server(parcel.data))
        return bool(parcels)

    def messages(self, member: int) -> list[ServerMessage]:
        return [decode_server(data) for data in self.sent[member]]


@pytest.fixture(scope="module")
def watched() -> Watched:
    played = Watched()
    for _ in played.moments(400):
        pass
    return played


@pytest.mark.parametrize(("hero", "follower"), list(zip(HEROES, FOLLOWERS, strict=True)))
def test_who_follows_a_hero_is_sent_its_frames_and_no_others(
    watched: Watched, hero: int, follower: int
) -> None:
    own = set(watched.sent[hero])
    frames = [data for data in watched.sent[follower] if is_frame(data)]
    first, *rest = frames
    assert isinstance(decode_server(first), Keyframe)
    assert len(rest) > 50
    assert all(data in own for data in rest)


def is_frame(data: bytes) -> bool:
    return isinstance(decode_server(data), Keyframe | Delta)


@pytest.mark.parametrize("member", [PARTY, *FOLLOWERS])
def test_spectators_are_sent_nothing_but_frames_who_is_here_and_how_it_ended(
    watched: Watched, member: int
) -> None:
    kinds = {type(message) for message in watched.messages(member)}
    assert kinds <= {Watching, Roster, Keyframe, Delta, Ended}


def test_the_partys_view_holds_nothing_that_no_hero_knows() -> None:
    played, known = Watched(), Knowledge()
    party = played.mirrors[PARTY]
    shown = 0
    for _ in played.moments(400):
        for member in HEROES:
            known.learn(played.mirrors[member])
        if party.floor is None:
            continue
        assert set(cells(party)) <= known.cells
        assert set(things(party)) <= known.things
        assert {plain(line.text, "") for line in party.lines} <= known.lines
        assert {hero.seat: hero for hero in party.party} == known.party
        assert party.hero is None
        assert party.pack == []
        assert party.spells == []
        shown += 1
    assert shown > 50


def test_a_thing_that_no_hero_knows_would_be_found() -> None:
    played, known = Watched(), Knowledge()
    for _ in played.moments(10):
        known.learn(played.mirrors[HEROES[0]])
    assert not set(cells(played.mirrors[PARTY])) <= known.cells - {next(iter(known.cells))}
