"""What a viewer is sent, and when, depends on nothing that its heroes don't know.

Two sessions are played alike, but for something out of sight in one of them: whoever watches must
be sent the same bytes at the same times.
"""

from collections.abc import Callable

import pytest

from support.sessions.lobby import Lobby
from undertide_server.sessions.model.identity import NOBODY
from undertide_server.simulation.components.monsters import Mind
from undertide_server.simulation.mechanics.floors import spawn_monster
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.run import Run
from undertide_shared.messages import (
    AcceptTrade,
    Accompany,
    Act,
    Chronicle,
    EndTrade,
    Explore,
    Intent,
    Move,
    OfferTrade,
    Pace,
    Regroup,
)

INTENTS: dict[int, Intent] = {0: Explore(), 6: Regroup(), 8: Accompany(0)}
"""What players ask for besides steps, by the last digit of the turn."""
LOBBY: tuple[int, ...] = ()
"""Stands for those who see the thumbnail."""
Sent = list[tuple[float, tuple[int, ...], bytes]]


def hidden_cell(floor: FloorIndex) -> tuple[int, int]:
    """Return the free cell that is furthest from the heroes."""
    steps = floor.distances([row.cell for row in floor.heroes.values()])
    reachable = [
        (int(steps[y, x]), (x, y))
        for y in range(floor.height)
        for x in range(floor.width)
        if floor.is_free((x, y))
    ]
    return max(reachable)[1]


def nothing(run: Run, floor: FloorIndex) -> None:
    """Leave everything as it is."""


def restless_monster(run: Run, floor: FloorIndex) -> None:
    """Add a monster that is looking for somebody it will not find in time."""
    cell = hidden_cell(floor)
    mind = Mind("hunting", last_seen=cell, patience=10_000)
    spawn_monster(run, floor, run.game.roster.kinds[0], cell, mind)


def vanished_monster(run: Run, floor: FloorIndex) -> None:
    """Take away the monster that is furthest."""
    steps = floor.distances([row.cell for row in floor.heroes.values()])
    monster = max(floor.monsters.values(), key=lambda row: int(steps[row.cell[1], row.cell[0]]))
    run.index.leave(monster.entity)
    run.world.delete(monster.entity)


def bewitched_monster(run: Run, floor: FloorIndex) -> None:
    """Let the monster that is furthest suffer and enjoy a bit of everything that wears off."""
    steps = floor.distances([row.cell for row in floor.heroes.values()])
    monster = max(floor.monsters.values(), key=lambda row: int(steps[row.cell[1], row.cell[0]]))
    floor.stir(monster)
    monster.effects.remaining |= {"frozen": 20, "slowed": 7, "warded": 40, "regenerating": 9}


def opened_door(run: Run, floor: FloorIndex) -> None:
    """Dig a hole into the rock where nobody looks."""
    x, y = hidden_cell(floor)
    floor.set_tile((x, y), run.game.terrain.codes["wall"], run.game.terrain)


def play(pace: Pace, change: Callable[[Run, FloorIndex], None]) -> Sent:
    """Play a short while after `change` and return everything that was sent, and when."""
    lobby = Lobby(pace)
    lobby.join(1, "Ann")
    lobby.join(2, "Ben")
    lobby.watch(3)
    lobby.watch(4, seat=0)
    run = lobby.session.run
    change(run, next(iter(run.index.floors.values())))
    sent: Sent = []
    lobby.session.outbox.take_committed()
    for turn in range(30):
        for member in (1, 2):
            intent = INTENTS.get(turn % 10, Move(turn % 3 - 1, turn % 2))
            lobby.session.requests.handle_message(member, Act(turn + 1, intent), lobby.now)
        for _ in range(3):
            lobby.now += 0.1
            due = lobby.session.due(lobby.now)
            if due is not None and due <= lobby.now:
                lobby.session.advance(lobby.now)
            sent += [
                (round(lobby.now, 3), parcel.members, parcel.data)
                for parcel in lobby.session.outbox.take_committed()
            ]
        thumbnail = lobby.session.disclosure.thumbnail(lobby.now, NOBODY)
        assert thumbnail is not None
        sent.append((round(lobby.now, 3), LOBBY, thumbnail))
    return sent


@pytest.mark.parametrize("pace", ["auto", "real", "party"])
@pytest.mark.parametrize(
    "change", [restless_monster, vanished_monster, opened_door, bewitched_monster]
)
def test_hidden_differences_reach_nobody(
    pace: Pace, change: Callable[[Run, FloorIndex], None]
) -> None:
    plain = play(pace, nothing)
    assert len(plain) > 30
    assert play(pace, change) == plain


TALKS: list[tuple[int, Intent]] = [
    (1, OfferTrade(1, [(1, 2)])),
    (2, OfferTrade(0, [(1, 1)])),
    (1, AcceptTrade(2)),
    (2, OfferTrade(0, [(1, 3)])),
    (1, EndTrade()),
    (2, OfferTrade(0, [(1, 1)])),
]


def beside(pace: Pace, *, talks: bool) -> Sent:
    """Return what a companion and spectators are sent while two others offer each other trades."""
    lobby = Lobby(pace)
    for member, name in ((1, "Ann"), (2, "Ben"), (3, "Cat")):
        lobby.join(member, name)
    lobby.watch(4)
    lobby.watch(5, seat=2)
    lobby.wait(5.0)
    sent: Sent = []
    for turn in range(24):
        if talks and turn % 4 == 0:
            member, intent = TALKS[turn // 4]
            act = Act(100 + turn, intent)
            lobby.session.requests.handle_message(member, act, lobby.now)
        if turn % 4 == 3:
            for member in (1, 2, 3):
                act = Act(turn, Move(turn % 3 - 1, turn % 2))
                lobby.session.requests.handle_message(member, act, lobby.now)
        for _ in range(3):
            lobby.now += 0.1
            lobby.session.advance(lobby.now)
            parcels = lobby.session.outbox.take_committed()
            sent += [
                (round(lobby.now, 3), (member,), parcel.data)
                for parcel in parcels
                for member in parcel.members
                if member in {3, 4, 5}
            ]
    assert bool(lobby.session.run.progress.trades) == talks
    return sent


@pytest.mark.parametrize("pace", ["real", "party"])
def test_offers_between_two_reach_nobody_else(pace: Pace) -> None:
    plain = beside(pace, talks=False)
    assert len(plain) > 10
    assert beside(pace, talks=True) == plain


def chronicle_of_ann(change: Callable[[Run, FloorIndex], None]) -> Chronicle:
    """Return the chronicle of a hero that starves after `change`, beside a companion."""
    lobby = Lobby("real")
    lobby.join(1, "Ann")
    lobby.join(2, "Ben")
    run = lobby.session.run
    change(run, next(iter(run.index.floors.values())))
    row = lobby.row_of(1)[1]
    row.hero.food, row.body.life = 0, 1
    lobby.wait(10.0)
    assert row.is_fallen
    row.hero.dies_in = 1
    lobby.wait(1.0)
    (chronicle,) = lobby.took(1, Chronicle)
    return chronicle


@pytest.mark.parametrize("change", [restless_monster, vanished_monster, opened_door])
def test_a_chronicle_tells_nothing_of_what_was_hidden(
    change: Callable[[Run, FloorIndex], None],
) -> None:
    plain = chronicle_of_ann(nothing)
    assert plain.cause == "the pangs of hunger"
    assert chronicle_of_ann(change) == plain
