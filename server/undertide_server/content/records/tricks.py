"""Records of tricks: what some monsters can do besides walking, striking and shooting (R2).

Chances are for each of a monster's own actions while it goes for somebody, and so are rests: the
actions that it takes in between.
"""

from typing import Annotated

from pydantic import Field

from undertide_server.content.schema.fields import Percent, Record

Rest = Annotated[int, Field(ge=0, le=100)]
Chance = Annotated[int, Field(ge=1, le=100)]


MOST_CALLED = 12
"""Kin that come to one monster at the most: a fight, no flood."""


class SpellUse(Record):
    """A spell that a kind casts."""

    spell: str
    """Key of the spell (spells.toml)."""
    percent: Chance
    """Chance of casting it where it can."""
    rest: Rest = 0
    """Actions until it may cast it again."""
    below: int = Field(default=100, ge=1, le=100)
    """Casts it only at so much of its own life, in percent, or less."""


class Summons(Record):
    """Kin come when it calls. Those pay no experience and call nobody themselves."""

    percent: Chance
    """Chance of calling."""
    rest: Rest
    """Actions until it may call again."""
    count: int = Field(ge=1, le=4)
    """How many come at a time."""
    most: int = Field(ge=1, le=MOST_CALLED)
    """How many come in its whole life."""
    strength_percent: int = Field(ge=1, le=100)
    """Strength of those who come at the most, as percent of its own: the strongest kin of that."""


class Rush(Record):
    """Comes from afar in one step, as far as one free cell beside whom it goes for."""

    reach: int = Field(ge=2, le=12)
    """From how many cells away."""
    rest: Rest
    """Actions until it may do so again."""
    blinks: bool = False
    """Steps out of the air: nothing between need be free, but ground that quells magic stops it.
    Others run in a straight, free line."""


class Tricks(Record):
    """What a kind can do that most can't. Those of family, class and bosses come together."""

    spells: tuple[SpellUse, ...] = Field(default=(), max_length=6)
    """Spells that it casts, those first that come first."""
    summons: Summons | None = None
    """How it calls its kin."""
    rushes: Rush | None = None
    """How it comes from afar."""
    steals: Percent = 0
    """Chance that a blow takes gold or one thing from a hero's pack; then it runs with it. It
    leaves that behind when it falls."""
    drains: Percent = 0
    """Of what its blows take it gets back so many percent as life."""
    enrages: int = Field(default=0, ge=0, le=200)
    """Once its life is below half, its blows are stronger by so many percent, for good."""
    mends: Percent = 0
    """Gives kin near by that has lost half its life so many percent of it back."""
    divides: int = Field(default=0, ge=0, le=3)
    """How often it falls into two that share its life and its experience, each time that half is
    gone."""
    flits: Percent = 0
    """Chance that it is off again after a blow."""
    tracks: bool = False
    """Follows whom it hunts out of sight too, as long as it looks for it."""


PLAIN = Tricks()
"""Those of a kind that can do nothing special."""


def together(*several: Tricks) -> Tricks:
    """Return tricks that come together: spells add up; of the rest the last that is any counts."""
    stated: dict[str, object] = {}
    spells: tuple[SpellUse, ...] = ()
    for tricks in several:
        spells += tricks.spells
        for name in Tricks.model_fields:
            value = getattr(tricks, name)
            if value != getattr(PLAIN, name):
                stated[name] = value
    return PLAIN.model_copy(update={**stated, "spells": spells})
