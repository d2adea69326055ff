"""Records of tricks: abilities of some monsters besides walking, striking and shooting (R2).

A chance is for each of a monster's own actions while it pursues somebody. A rest is a number of its
actions from one use to the next.
"""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from undertide_server.content.schema.extended import ExtendedRecord, FiguresByKey, figures_by_key
from undertide_server.content.schema.fields import Percent, Record

Rest = Annotated[int, Field(ge=0, le=100)]
Chance = Annotated[int, Field(ge=1, le=100)]


MOST_CALLED = 12
"""Most kin that come to one monster: a fight, not a flood."""


class SpellUse(Record):
    """A spell that a kind casts."""

    spell: str
    """Key of the spell (spells.toml)."""
    percent: Chance
    """Chance of casting it whenever that is possible."""
    rest: Rest = 0
    """Actions until it may cast it again."""
    below: int = Field(default=100, ge=1, le=100)
    """Percent of its own life at or below which it casts it."""


class Summons(Record):
    """Kin that come when a monster calls. They give no experience and call nobody themselves."""

    percent: Chance
    """Chance of calling."""
    rest: Rest
    """Actions until it may call again."""
    count: int = Field(ge=1, le=4)
    """Number of kin that come at a time."""
    most: int = Field(ge=1, le=MOST_CALLED)
    """Number of kin that come in its whole life."""
    strength_percent: int = Field(ge=1, le=100)
    """Highest strength of the kin, as percent of its own; the strongest such kin come."""


class Rush(Record):
    """An approach from afar in one step, to a free cell beside the target."""

    reach: int = Field(ge=2, le=12)
    """Greatest distance in cells."""
    rest: Rest
    """Actions until it may rush again."""
    blinks: bool = False
    """Whether it appears out of the air. Then nothing between need be free, but ground that quells
    magic stops it. Otherwise it runs in a straight, free line.
    """


ExtendedTricks = Annotated[
    Mapping[str, Any], figures_by_key(lambda extension: extension.tricks_by_key, "a trick")
]


class Tricks(ExtendedRecord):
    """The unusual abilities of a kind. Those of its family, its class and bosses are combined."""

    spells: tuple[SpellUse, ...] = Field(default=(), max_length=6)
    """Spells that it casts, in order of preference."""
    summons: Summons | None = None
    """The way in which it calls its kin."""
    rushes: Rush | None = None
    """The way in which it approaches from afar."""
    steals: Percent = 0
    """Chance that a blow takes gold or one thing from a hero's pack; then it runs away with it. It
    drops the loot when it falls.
    """
    drains: Percent = 0
    """Percent of the damage of its blows that it gets back as life."""
    enrages: int = Field(default=0, ge=0, le=200)
    """Percent by which its blows are stronger, for good, once its life is below half."""
    mends: Percent = 0
    """Percent of life that it restores to kin near by that have lost half of theirs."""
    divides: int = Field(default=0, ge=0, le=3)
    """How often it splits into two that share its life and its experience, each time that it has
    lost half.
    """
    flits: Percent = 0
    """Chance that it leaves again after a blow."""
    tracks: bool = False
    """Whether it follows its target out of sight, for as long as it looks for it."""
    extended: ExtendedTricks = Field(default_factory=FiguresByKey)
    """Tricks of extensions, by key: "light_thief.steals_light" and its figures."""


PLAIN = Tricks()
"""The tricks of a kind without special abilities."""


def together(*several: Tricks) -> Tricks:
    """Return several tricks combined: spells add up; of every other trick the last one counts."""
    stated: dict[str, object] = {}
    spells: tuple[SpellUse, ...] = ()
    extended = FiguresByKey()
    for tricks in several:
        spells += tricks.spells
        extended = FiguresByKey({**extended, **tricks.extended})
        for name in tricks.model_fields_set:
            value = getattr(tricks, name)
            if value != getattr(PLAIN, name):
                stated[name] = value
    return PLAIN.model_copy(update={**stated, "spells": spells, "extended": extended})
