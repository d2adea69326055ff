"""Records of what heroes and some monsters perform: spells (R8), and abilities of callings (R17).

Abilities are verbs that matter to companions too.
"""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field, SerializeAsAny

from undertide_server.content.records.effects import (
    OPEN,
    EffectRecord,
    Inflict,
    Infliction,
    Power,
    Radius,
    Reach,
    SpellEffect,
)
from undertide_server.content.schema.fields import (
    Colour,
    DamageType,
    Glyph,
    Name,
    Percent,
    Prose,
    Record,
    SomeTicks,
    Ticks,
)


class InflictAll(EffectRecord):
    """An effect that gives a status to everyone of a side around the user, whom the user sees."""

    does: Literal["inflict_all"]
    status: str
    """Key of the status."""
    ticks: SomeTicks
    whom: Literal["companions", "foes"]
    radius: Radius
    """Cells from the user within which it works."""

    @property
    def is_hostile(self) -> bool:
        """It is if it reaches foes."""
        return self.whom == "foes"


class Sweep(EffectRecord):
    """An effect that strikes every foe next to the user with the weapon in hand."""

    does: Literal["sweep"]
    power: Power
    """Percent of the damage of a blow."""


class WeaponShot(EffectRecord):
    """An effect that shoots at the target cell with the weapon in hand, as far as it reaches."""

    does: Literal["shot"]
    power: Power
    """Percent of the damage of a shot."""
    inflicts: Infliction | None = None

    @property
    def is_aimed(self) -> bool:
        """It needs one."""
        return True


class Detonate(EffectRecord):
    """An effect that ends a status which somebody else brought to a foe, and bursts there."""

    does: Literal["detonate"]
    elements: Mapping[str, DamageType] = Field(min_length=1, max_length=10)
    """The statuses that it can set off, by key, and the damage that each does; the first counts."""
    power: Power
    """Percent of the user's magic, or of its attack if the ability isn't magic."""
    range: Reach
    radius: Radius
    """Cells from the foe within which other foes are struck too."""

    @property
    def is_aimed(self) -> bool:
        """It needs one."""
        return True

    @property
    def is_hostile(self) -> bool:
        """It is."""
        return True


class Disarm(EffectRecord):
    """An effect on a cell next to the user: it removes a trap, or gives a foe there a status."""

    does: Literal["disarm"]
    status: str
    """Key of the status of a foe."""
    ticks: SomeTicks

    @property
    def is_aimed(self) -> bool:
        """It needs one."""
        return True

    @property
    def is_hostile(self) -> bool:
        """It is."""
        return True


class Ambush(EffectRecord):
    """A lasting gift: monsters notice the hero late, and its blows at the unaware do more."""

    does: Literal["ambush"]
    power: Power
    """Percent of the damage of a blow at a monster that sleeps or has noticed nobody."""
    noticed_percent: Percent = 100
    """Percent of the usual distance from which monsters notice the hero."""


class Care(EffectRecord):
    """A lasting gift: the hero revives fallen companions faster (R16)."""

    does: Literal["care"]
    times: int = Field(ge=1, le=20)
    """Ticks of care that each tick counts for."""


Passive = Ambush | Care
"""Effects that always work. Nobody performs them."""
AbilityEffect = Annotated[
    SerializeAsAny[
        Annotated[
            Inflict | InflictAll | Sweep | WeaponShot | Detonate | Disarm | Ambush | Care,
            Field(discriminator="does"),
        ]
    ],
    OPEN,
]
"""All effects of abilities."""
MOST_ABILITIES = 2
"""Most abilities of a calling: players have a key for each."""


class Ability(Record):
    """A verb of a calling (abilities.toml)."""

    name: Name
    description: Prose
    """A sentence or two for players, with all figures; durations are ticks."""
    cooldown: Ticks = 0
    """Ticks of the floor's clock until the hero can perform it again."""
    mana: int = Field(default=0, ge=0, le=10_000)
    """Mana that it takes."""
    energy: int = Field(default=20, ge=1, le=1000)
    """Energy that it costs, like the costs of other actions in `costs.toml`."""
    magic: bool = False
    """Whether it is magic: ground that quells magic stops it, and its power is the hero's magic."""
    effects: tuple[AbilityEffect, ...] = Field(min_length=1, max_length=4)
    """Its effects, the main one first. It works if one of them can."""

    @property
    def is_passive(self) -> bool:
        """Whether it always works, so that nobody performs it."""
        return all(isinstance(effect, Passive) for effect in self.effects)

    @property
    def is_aimed(self) -> bool:
        """Whether it needs a target cell."""
        return any(effect.is_aimed for effect in self.effects)


class Spell(Record):
    """A spell (spells.toml), learned from books and known to some heroes from the beginning."""

    name: Name
    glyph: Glyph
    colour: Colour
    description: Prose
    mana: int = Field(ge=1, le=10_000)
    """Mana that casting it takes from a hero."""
    energy: int = Field(default=40, ge=1, le=1000)
    """Energy that casting it costs, like the costs of other actions in `costs.toml`."""
    effect: SpellEffect
