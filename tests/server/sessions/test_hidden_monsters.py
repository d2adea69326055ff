"""Whoever lies in wait in plain sight reaches no viewer, whatever heroes try."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from support.sessions.lobby import Lobby
from undertide_server.simulation.components.heroes import Magic
from undertide_server.simulation.components.monsters import Mind
from undertide_server.simulation.mechanics.floors import spawn_monster
from undertide_server.simulation.mechanics.inventory import give_stack
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.run import Run
from undertide_server.worldgen.creatures.roster import MonsterKind
from undertide_shared.geometry import distance
from undertide_shared.messages import (
    Act,
    Cast,
    Explore,
    Intent,
    Move,
    Perform,
    Rest,
    Shoot,
    Travel,
    Use,
    Wait,
)

Sent = list[tuple[float, tuple[int, ...], bytes]]
Change = Callable[[Run, FloorIndex], None]
FAR_ENOUGH = 3
"""Cells between: what goes off there reaches no hero, and so must be refused."""
SPELLS = ["fire_bolt", "fireball", "freeze", "chain_lightning", "dawn", "heal"]


def kind_of(run: Run, *, lurks: bool) -> MonsterKind:
    """Return a kind that sleeps soundly, and hides or doesn't."""
    weakest = run.game.roster.kinds[0]
    behaviour = weakest.behaviour.model_copy(update={"lurks": lurks, "notices": 1})
    kind = replace(weakest, id=f"sleeper {lurks}", behaviour=behaviour)
    run.kinds[kind.id] = kind
    return kind


def spot(floor: FloorIndex) -> tuple[int, int]:
    """Return a free cell that all heroes see, a few steps away."""
    heroes = list(floor.heroes.values())
    cells = [(x, y) for y in range(floor.height) for x in range(floor.width)]
    near = [
        cell
        for cell in cells
        if floor.is_free(cell)
        and all(
            hero.sight.mask[cell[1], cell[0]] and distance(hero.cell, cell) > FAR_ENOUGH
            for hero in heroes
        )
    ]
    return min(near, key=lambda cell: distance(heroes[0].cell, cell))


def nothing(run: Run, floor: FloorIndex) -> None:
    """Leave everything as it is."""


def lurker(run: Run, floor: FloorIndex) -> None:
    """Put somebody who hides into plain sight."""
    spawn_monster(run, floor, kind_of(run, lurks=True), spot(floor), Mind("asleep"))


def sleeper(run: Run, floor: FloorIndex) -> None:
    """Put somebody who doesn't hide there."""
    spawn_monster(run, floor, kind_of(run, lurks=False), spot(floor), Mind("asleep"))


def play(change: Change) -> Sent:
    """Let heroes try everything on a cell, and return all that was sent, and when."""
    lobby = Lobby("real")
    lobby.join(1, "Ann")
    lobby.join(2, "Ben")
    lobby.watch(3)
    run = lobby.session.run
    floor = next(iter(run.index.floors.values()))
    x, y = spot(floor)
    scrolls = _equip(run, floor)
    change(run, floor)
    at_it: list[Intent] = [Shoot(x, y), *(Cast(spell, x, y) for spell in SPELLS)]
    at_it += [Use(stack, x, y) for stack in scrolls]
    at_it += [Perform(ability, x, y) for ability in run.rules.abilities]
    idle: list[Intent] = [Wait(), Rest(), Move(0, 0), Explore()]
    away = Travel(*next(iter(floor.heroes.values())).cell)
    lobby.session.outbox.take_committed()
    return _send(lobby, [*at_it, *idle, away])


def _equip(run: Run, floor: FloorIndex) -> list[int]:
    """Give the heroes scrolls, spells and something to shoot with; return ids of the scrolls."""
    ids: list[int] = []
    for row in floor.heroes.values():
        magic = run.world.get(row.entity, Magic)
        magic.spells, magic.mana, magic.max_mana, magic.power = [*SPELLS], 99, 99, 10
        row.attack.range = 9
        row.body.life = row.body.max_life = 10**6
        ids = []
        for item in ("confusion_scroll", "lightning_scroll", "fireball_scroll"):
            give_stack(row.inventory, item, 5)
            ids.append(row.inventory.last_id)
    return ids


def _be_able(run: Run, intent: Intent) -> None:
    """Give the heroes the calling that has an ability, and let none of theirs rest."""
    if isinstance(intent, Perform):
        callings = run.rules.callings.items()
        (calling,) = [key for key, each in callings if intent.ability in each.abilities]
        for _, row in run.index.heroes.values():
            row.hero.calling = calling
            row.hero.resting.clear()


def _send(lobby: Lobby, intents: list[Intent]) -> Sent:
    sent: Sent = []
    for sequence, intent in enumerate(intents, start=1):
        _be_able(lobby.session.run, intent)
        for member in (1, 2):
            if isinstance(intent, Explore) and member == 2:
                continue
            lobby.session.requests.handle_message(member, Act(sequence, intent), lobby.now)
        for _ in range(8):
            lobby.now += 0.1
            due = lobby.session.due(lobby.now)
            if due is not None and due <= lobby.now:
                lobby.session.advance(lobby.now)
            sent += [
                (round(lobby.now, 3), parcel.members, parcel.data)
                for parcel in lobby.session.outbox.take_committed()
            ]
    return sent


@pytest.fixture(scope="module")
def plain() -> Sent:
    """What is sent where nobody lies in wait."""
    return play(nothing)


def test_who_lies_in_wait_reaches_nobody(plain: Sent) -> None:
    assert len(plain) > 30
    assert play(lurker) == plain


def test_a_plain_sleeper_is_seen_at_once(plain: Sent) -> None:
    assert play(sleeper) != plain
