"""Records of effects of drinking, reading and casting, for items and spells alike (R8)."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field, SerializeAsAny

from undertide_server.content.schema.extended import open_union
from undertide_server.content.schema.fields import DamageType, Percent, Record, SomeTicks

Power = Annotated[int, Field(ge=1, le=10_000)]
Reach = Annotated[int, Field(ge=1, le=60)]
Radius = Annotated[int, Field(ge=0, le=8)]
FAR = 20
"""Default reach of an effect in cells: heroes mostly see about as far."""


class EffectRecord(Record):
    """What using an item, casting a spell or performing an ability does. Each effect is a subclass.

    Its field `does` names it. The properties say what holds for the effect wherever it is used.
    """

    @property
    def is_aimed(self) -> bool:
        """Whether it needs a target cell."""
        return False

    @property
    def is_magic(self) -> bool:
        """Whether ground that quells magic stops it.

        Effects on the body, those of food and draughts, work everywhere.
        """
        return False

    @property
    def is_hostile(self) -> bool:
        """Whether it is meant to hurt or hinder others."""
        return False

    @property
    def figures(self) -> Mapping[str, int]:
        """The figures of an effect of an extension, as `EffectFigures` of the protocol names them.

        `views/effect_figures.py` has those of all other effects.
        """
        return {}


class DamagingEffect(EffectRecord):
    """An effect that strikes others by magic."""

    @property
    def is_magic(self) -> bool:
        """All of them are."""
        return True

    @property
    def is_hostile(self) -> bool:
        """All of them are."""
        return True


class Infliction(Record):
    """A status that comes with an effect."""

    status: str
    """Key of the status."""
    ticks: SomeTicks
    percent: Percent = 100
    """Chance for each creature that is struck."""


class Heal(EffectRecord):
    """An effect that restores life: a share of the full life, and at least `least`."""

    does: Literal["heal"]
    percent: Percent
    least: int = Field(ge=0, le=1_000_000)
    whom: Literal["self", "friend"] = "self"
    """The user alone, or else a companion in the target cell."""
    range: Reach = FAR

    @property
    def is_aimed(self) -> bool:
        """Only one that reaches others does."""
        return self.whom != "self"


class Cure(EffectRecord):
    """An effect that ends all bad statuses."""

    does: Literal["cure"]
    whom: Literal["self", "friend"] = "self"
    """The user alone, or else a companion in the target cell."""
    range: Reach = FAR

    @property
    def is_aimed(self) -> bool:
        """Only one that reaches others does."""
        return self.whom != "self"


class Inflict(EffectRecord):
    """An effect that gives a creature a status."""

    does: Literal["inflict"]
    status: str
    """Key of the status."""
    ticks: SomeTicks
    whom: Literal["self", "friend", "companion", "other"]
    """The user alone; the user or a companion in the target cell; a companion there; or anybody
    else there."""
    range: Reach = FAR
    sole: bool = False
    """Whether the status ends for those to whom the user gave it so before."""

    @property
    def is_aimed(self) -> bool:
        """Only one that reaches others does."""
        return self.whom != "self"

    @property
    def is_magic(self) -> bool:
        """On the user itself it is no magic: a draught does it."""
        return self.whom != "self"

    @property
    def is_hostile(self) -> bool:
        """It is if it reaches anybody but friends."""
        return self.whom == "other"


class Bolt(DamagingEffect):
    """An effect that strikes the creature in the target cell."""

    does: Literal["bolt"]
    power: Power
    """Percent of the reader's attack or the caster's magic."""
    damage: DamageType
    range: Reach
    inflicts: Infliction | None = None

    @property
    def is_aimed(self) -> bool:
        """It needs one."""
        return True


class Chain(DamagingEffect):
    """An effect that strikes the nearest enemy in sight and leaps from it to others."""

    does: Literal["chain"]
    power: Power
    """Percent of the reader's attack or the caster's magic."""
    damage: DamageType
    range: Reach
    leaps: int = Field(default=0, ge=0, le=12)
    """Further creatures that it strikes after the first, each the nearest to the one before it."""
    leap: int = Field(default=4, ge=1, le=20)
    """Cells that it leaps at most."""
    inflicts: Infliction | None = None


class Ball(DamagingEffect):
    """An effect that strikes all within `radius` cells of the target cell, the user included."""

    does: Literal["ball"]
    power: Power
    """Percent of the reader's attack or the caster's magic."""
    damage: DamageType
    range: Reach = FAR
    radius: Radius
    inflicts: Infliction | None = None

    @property
    def is_aimed(self) -> bool:
        """It needs one."""
        return True


class Nova(DamagingEffect):
    """An effect that strikes everyone in sight within `radius` cells, except the user."""

    does: Literal["nova"]
    power: Power
    """Percent of the reader's attack or the caster's magic."""
    damage: DamageType
    radius: Radius
    inflicts: Infliction | None = None


class Blink(EffectRecord):
    """An effect that moves the user to the target cell, which must be visible and free."""

    does: Literal["blink"]
    range: Reach

    @property
    def is_aimed(self) -> bool:
        """It needs one."""
        return True

    @property
    def is_magic(self) -> bool:
        """It is."""
        return True


class Light(EffectRecord):
    """An effect that shows the ground within `radius` cells, even behind walls."""

    does: Literal["light"]
    radius: Reach

    @property
    def is_magic(self) -> bool:
        """It is."""
        return True


class Summon(EffectRecord):
    """An effect that calls a person who fights for the party for a time."""

    does: Literal["summon"]
    person: str
    """Key of the person, whose strength depends on the floor."""
    count: int = Field(ge=1, le=4)
    ticks: SomeTicks
    """Ticks until they leave again."""

    @property
    def is_magic(self) -> bool:
        """It is."""
        return True


Strike = Bolt | Chain | Ball | Nova
"""Effects that do damage."""

OPEN = open_union("does", lambda extension: extension.effects_by_key, "an effect")
"""Opens a set of effects to those of extensions."""
SpellEffect = Annotated[
    SerializeAsAny[
        Annotated[
            Heal | Cure | Inflict | Bolt | Chain | Ball | Nova | Blink | Light | Summon,
            Field(discriminator="does"),
        ]
    ],
    OPEN,
]
"""All effects of spells."""


def life_healed(effect: Heal, full: int) -> int:
    """Return the life that an effect restores at most to somebody with this full life."""
    return max(effect.least, full * effect.percent // 100)
