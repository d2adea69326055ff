"""Rows: the components of one actor that systems walk every tick, fetched once.

A query after any change is rebuilt; a row is not. Rows are no part of the state.
"""

from dataclasses import dataclass
from math import prod

import numpy as np
from numpy.typing import NDArray

from undertide_server.content.records.monsters import Behaviour
from undertide_server.content.records.tricks import PLAIN
from undertide_server.simulation.components.actors import (
    Actor,
    Attack,
    Body,
    Effects,
    Position,
    Resistance,
)
from undertide_server.simulation.components.heroes import (
    AutoAction,
    Hero,
    IntentQueue,
    Inventory,
    Magic,
    Memory,
)
from undertide_server.simulation.components.monsters import GuardPost, Mind, Monster
from undertide_server.simulation.state.world import World
from undertide_shared.geometry import Cell

AFTER_SOMEBODY = frozenset({"hunting", "fleeing"})
"""Moods in which a monster does something whenever it can."""


@dataclass(slots=True)
class ActorRow:
    """The components of one actor on a floor that systems touch every tick."""

    entity: int
    position: Position
    cell: Cell
    """Where it stands, as its position says. Changed by `stand_on` alone."""
    spot: int
    """The place of its cell among all cells, row after row: what `HeroRow.sees` is asked with."""
    actor: Actor
    body: Body
    effects: Effects

    @property
    def is_hidden(self) -> bool:
        """Whether nobody can see it wherever they look, nor may learn that it is there."""
        return False

    def stand_on(self, cell: Cell, width: int) -> None:
        """Take its place on another cell of its floor, which is so many cells wide."""
        self.position.x, self.position.y = self.cell = cell
        self.spot = cell[1] * width + cell[0]


@dataclass(slots=True)
class HeroRow(ActorRow):
    """A hero on a floor."""

    hero: Hero
    attack: Attack
    resistance: Resistance
    magic: Magic
    intents: IntentQueue
    auto_action: AutoAction
    inventory: Inventory
    memory: Memory
    mask: NDArray[np.bool_]
    """What it sees, shape (height, width)."""
    sees: bytes
    """`mask` row after row, a byte a cell: the quick way to ask for one cell."""
    seen_from: Cell | None = None
    """Where it stood when `mask` was worked out."""
    items_known: int = -1
    """The floor's `items_version` that its memory holds."""
    looks: int = 0
    """The floor's `looks` when its sight or memory changed last: views compare it."""
    finds: int = 0
    """The floor's `looks` when what it remembers of items changed last."""


@dataclass(slots=True)
class MonsterRow(ActorRow):
    """A monster on a floor."""

    monster: Monster
    mind: Mind
    behaviour: Behaviour
    """That of its kind."""
    is_tricky: bool
    """Whether its kind has tricks."""
    post: GuardPost | None
    """Of guardians: where it belongs."""
    stirs: bool = False
    """Whether it is among those of its floor that stir."""

    @property
    def is_hidden(self) -> bool:
        """Whether it lies in wait for somebody to stand next to it."""
        return self.behaviour.lurks and self.mind.mood == "asleep"

    @property
    def is_at_rest(self) -> bool:
        """Whether time does nothing to it: it is rested, whole or past healing, and calm."""
        body = self.body
        return (
            self.actor.energy >= 0
            and self.mind.mood not in AFTER_SOMEBODY
            and not self.effects.remaining
            and (body.life >= body.max_life or not body.regen)
        )


def hero_row(world: World, entity: int, position: Position, shape: tuple[int, ...]) -> HeroRow:
    """Return the row of a hero on a floor of this shape, with its eyes shut."""
    get = world.get
    return HeroRow(
        entity=entity,
        position=position,
        cell=(position.x, position.y),
        spot=position.y * shape[1] + position.x,
        actor=get(entity, Actor),
        body=get(entity, Body),
        effects=get(entity, Effects),
        hero=get(entity, Hero),
        attack=get(entity, Attack),
        resistance=get(entity, Resistance),
        magic=get(entity, Magic),
        intents=get(entity, IntentQueue),
        auto_action=get(entity, AutoAction),
        inventory=get(entity, Inventory),
        memory=get(entity, Memory),
        mask=np.zeros(shape, dtype=np.bool_),
        sees=bytes(prod(shape)),
    )


def monster_row(
    world: World, entity: int, position: Position, shape: tuple[int, ...], behaviour: Behaviour
) -> MonsterRow:
    """Return the row of a monster that behaves in this way, on a floor of this shape."""
    get = world.get
    return MonsterRow(
        entity=entity,
        position=position,
        cell=(position.x, position.y),
        spot=position.y * shape[1] + position.x,
        actor=get(entity, Actor),
        body=get(entity, Body),
        effects=get(entity, Effects),
        monster=get(entity, Monster),
        mind=get(entity, Mind),
        behaviour=behaviour,
        is_tricky=behaviour.tricks != PLAIN,
        post=world.find(entity, GuardPost),
    )
