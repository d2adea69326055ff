"""Events: records of a step, which views tell to the viewers who may know of them.

Events name their actors, since those may be gone when the event is told. `floor` is the floor's
entity; cells say where something could be seen.
"""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from undertide_server.simulation.components.heroes import ItemStack
from undertide_shared.geometry import Cell
from undertide_shared.messages import Tone

Manner = Literal["blow", "missile", "magic"]
"""How an actor is hit: by a blow from an adjacent cell, a missile, or a scroll or spell."""
SeenRole = Literal["plain", "magic", "show", "news"]
"""What a `Seen` is to the spell or scroll that it belongs to: nothing; its beginning; a sight that
its hits tell anyway; or news that stand by themselves, such as a new level."""
THING = -1
"""The entity of a `Who` that is no actor."""


class Who(NamedTuple):
    """An actor at the time of the event, or a thing that acts: a trap, the ground."""

    entity: int
    name: str
    is_hero: bool
    cell: Cell
    key: str = ""
    """Key of a monster's kind, or of a status that acts; empty for anything else.

    Names are for people: several kinds may share one.
    """
    title: str = ""
    """Proper name of a boss; empty for anything else."""


def thing(name: str, cell: Cell, key: str = "") -> Who:
    """Return the `Who` of something that is no actor."""
    return Who(THING, name, is_hero=False, cell=cell, key=key)


@dataclass(frozen=True, slots=True)
class Hit:
    """`source` hit `target`. Each part is an amount of damage and its type.

    A negative amount heals.
    """

    floor: int
    source: Who
    target: Who
    parts: tuple[tuple[int, str], ...]
    manner: Manner = "blow"
    resisted: int = 0
    """Share of the damage that resistance took off, in percent."""
    absorbed: int = 0
    """Damage that wards and absorb took off."""


@dataclass(frozen=True, slots=True)
class Fell:
    """The death of an actor."""

    floor: int
    victim: Who
    killer: Who | None
    carried: tuple[ItemStack, ...] = ()
    """What a hero carried and wore until then."""
    sees: bytes = b""
    """What a hero saw then: a byte for each cell, row by row."""


@dataclass(frozen=True, slots=True)
class Downed:
    """The fall of a hero that companions can revive (R16)."""

    floor: int
    victim: Who
    killer: Who


@dataclass(frozen=True, slots=True)
class Told:
    """A message about one hero's own affairs: no one else notices."""

    hero: int
    tone: Tone
    text: str


@dataclass(frozen=True, slots=True)
class Seen:
    """Something that an actor did: those who see the actor notice it.

    The actor reads `own`, others read `others`; nobody reads an empty text.
    """

    floor: int
    actor: Who
    tone: Tone
    own: str
    others: str
    role: SeenRole = "plain"


@dataclass(frozen=True, slots=True)
class MagicOver:
    """The end of a spell or scroll: all events since the last `Seen` that is "magic" are of it."""


@dataclass(frozen=True, slots=True)
class Found:
    """A notable find, of which the whole party hears (R17).

    The finder takes it or, if it suits a companion better, leaves it for that one.
    """

    floor: int
    number: int
    """The floor's number."""
    finder: Who
    what: str
    """The find with its article."""
    suits: Who | None
    """The hero whom it suits best; None if it suits nobody in particular."""
    taken: bool = True


@dataclass(frozen=True, slots=True)
class FloorTold:
    """A message to everyone on a floor, such as a mark of the tide."""

    floor: int
    tone: Tone
    text: str


@dataclass(frozen=True, slots=True)
class PartyTold:
    """A message to the whole party, on whichever floors its heroes are."""

    tone: Tone
    text: str


@dataclass(frozen=True, slots=True)
class RunEnded:
    """The end of the run."""

    won: bool


Event = Hit | Fell | Downed | Told | Seen | Found | MagicOver | FloorTold | PartyTold | RunEnded
