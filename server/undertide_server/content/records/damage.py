"""Records of damage: how much more or less of each sort a run does (R14)."""

from typing import Annotated, Literal

from pydantic import Field

from undertide_server.content.schema.fields import Record

DamageForm = Literal["melee", "arrows", "explosions"]
"""The forms in which damage comes; much damage comes in none of them."""

Multiplier = Annotated[int, Field(ge=10, le=1000)]
"""Percent of the figure that the other files state."""


class DamageRules(Record):
    """R14: multipliers of damage, whatever does it (damage.toml).

    Damage that has both a type and a form is multiplied by both.
    """

    fire: Multiplier = 100
    cold: Multiplier = 100
    poison: Multiplier = 100
    melee: Multiplier = 100
    """Blows that actors strike from the next cell."""
    arrows: Multiplier = 100
    """Missiles of heroes, creatures and traps that bring no element."""
    explosions: Multiplier = 100
    """Effects and floor traps that strike everyone around a cell."""
    explosion_size: Multiplier = 100
    """The radius of explosions."""
