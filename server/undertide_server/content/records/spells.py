"""Records of spells: what heroes and some monsters cast (R8)."""

from pydantic import Field

from undertide_server.content.records.effects import SpellEffect
from undertide_server.content.schema.fields import Colour, Glyph, Name, Prose, Record


class Spell(Record):
    """A spell (spells.toml), learned from books and known to some from the beginning."""

    name: Name
    glyph: Glyph
    colour: Colour
    description: Prose
    mana: int = Field(ge=1, le=10_000)
    """What casting it takes from a hero."""
    energy: int = Field(default=40, ge=1, le=1000)
    """Energy that casting it costs, as `costs.toml` has it of other actions."""
    effect: SpellEffect
