"""Rows: the components of one actor that systems use every tick, fetched once.

Looking components up in the world at each tick would be slow, since any change rebuilds its
queries; a row stays. Rows aren't part of the state.
"""

from dataclasses import dataclass

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
from undertide_server.simulation.components.monsters import Boss, GuardPost, Mind, Monster
from undertide_server.simulation.rules.worth import NO_WEARER, Wearer
from undertide_server.simulation.state.sights import Sight, nothing
from undertide_server.simulation.state.walk_grid import RememberedGround
from undertide_server.simulation.state.world import World
from undertide_shared.geometry import Cell

AFTER_SOMEBODY = frozenset({"hunting", "fleeing"})
"""Moods in which a monster acts whenever it can."""


@dataclass(slots=True)
class ActorRow:
    """The components of one actor on a floor that systems use every tick."""

    entity: int
    position: Position
    cell: Cell
    """The cell where it stands, equal to its position. Only `stand_on` changes it."""
    spot: int
    """Its cell as y * width + x, the index into `HeroRow.sees`."""
    actor: Actor
    body: Body
    effects: Effects
    attack: Attack
    resistance: Resistance

    @property
    def is_hidden(self) -> bool:
        """Whether it is invisible and unknown to everybody, wherever they look."""
        return False

    @property
    def is_ready(self) -> bool:
        """Whether it may act in this tick."""
        return self.actor.energy >= 0

    def spend_energy(self, cost: int) -> None:
        """Spend the energy that an action costs."""
        self.actor.energy -= cost

    def stand_on(self, cell: Cell, width: int) -> None:
        """Place it on another cell of its floor, which is `width` cells wide."""
        self.position.x, self.position.y = self.cell = cell
        self.spot = cell[1] * width + cell[0]


@dataclass(slots=True)
class HeroRow(ActorRow):
    """A hero on a floor."""

    hero: Hero
    magic: Magic
    intents: IntentQueue
    auto_action: AutoAction
    inventory: Inventory
    memory: Memory
    sight: Sight
    """The cells that it sees."""
    sees: bytes
    """The bytes of `sight`, one for each cell, row by row: a fast way to look up one cell."""
    seen_from: Cell | None = None
    """The cell where it stood when `sight` was worked out."""
    chamber: int = 0
    """The number of the chamber in which it last stood awake; 0: in none."""
    items_known: int = -1
    """The floor's `items_version` that its memory reflects."""
    looks: int = 0
    """The floor's `looks` when its sight or memory last changed: views compare it."""
    finds: int = 0
    """The floor's `looks` when its memory of items last changed."""
    known: RememberedGround | None = None
    """The ground that it remembers, as sets of cells; None until a caller needs it.

    A change of `memory.tiles` must be marked here, or make it None.
    """
    wearer: Wearer = NO_WEARER
    """What decides how much gear helps it (R17), as of `wearer_version`."""
    wearer_version: int = -1
    """The index's `company_version` when `wearer` was worked out."""

    @property
    def is_fallen(self) -> bool:
        """Whether it has fallen, so that a companion may revive it (R16)."""
        return self.hero.dies_in > 0

    @property
    def stands(self) -> bool:
        """Whether it is awake and has not fallen."""
        return self.hero.presence != "asleep" and not self.hero.dies_in

    @property
    def is_played(self) -> bool:
        """Whether it stands and its player is there (R17)."""
        return self.hero.presence == "present" and not self.is_fallen


@dataclass(slots=True)
class MonsterRow(ActorRow):
    """A monster on a floor."""

    monster: Monster
    mind: Mind
    behaviour: Behaviour
    """The behaviour of its kind."""
    is_tricky: bool
    """Whether its kind has tricks."""
    post: GuardPost | None
    """A guardian's post; None for other monsters."""
    boss: Boss | None = None
    """The mark of a boss; None for other monsters."""
    stirs: bool = False
    """Whether it is in its floor's list `stirring`."""

    @property
    def is_hidden(self) -> bool:
        """Whether it lies in wait until a hero stands next to it."""
        return self.mind.mood == "asleep" and self.behaviour.lurks

    @property
    def is_at_rest(self) -> bool:
        """Whether time has no effect on it: it has its energy, can't heal further, and is calm."""
        body = self.body
        return (
            self.actor.energy >= 0
            and self.mind.mood not in AFTER_SOMEBODY
            and not self.effects.remaining
            and (body.life >= body.max_life or not body.regen)
        )


_Shared = tuple[int, Position, Cell, int, Actor, Body, Effects, Attack, Resistance]
"""The fields of an `ActorRow`, in their order."""


def hero_row(world: World, entity: int, position: Position, shape: tuple[int, ...]) -> HeroRow:
    """Return the row of a hero on a floor of shape (height, width), with an empty field of view."""
    get, sight = world.get, nothing(shape)
    return HeroRow(
        *_shared(world, entity, position, shape),
        hero=get(entity, Hero),
        magic=get(entity, Magic),
        intents=get(entity, IntentQueue),
        auto_action=get(entity, AutoAction),
        inventory=get(entity, Inventory),
        memory=get(entity, Memory),
        sight=sight,
        sees=sight.sees,
    )


def monster_row(
    world: World, entity: int, position: Position, shape: tuple[int, ...], behaviour: Behaviour
) -> MonsterRow:
    """Return the row of a monster with this behaviour on a floor of shape (height, width)."""
    return MonsterRow(
        *_shared(world, entity, position, shape),
        monster=world.get(entity, Monster),
        mind=world.get(entity, Mind),
        behaviour=behaviour,
        is_tricky=behaviour.tricks != PLAIN,
        post=world.find(entity, GuardPost),
        boss=world.find(entity, Boss),
    )


def _shared(world: World, entity: int, position: Position, shape: tuple[int, ...]) -> _Shared:
    """Return the fields that rows of heroes and monsters share, fetched from the world."""
    get = world.get
    return (
        entity,
        position,
        (position.x, position.y),
        position.y * shape[1] + position.x,
        get(entity, Actor),
        get(entity, Body),
        get(entity, Effects),
        get(entity, Attack),
        get(entity, Resistance),
    )
