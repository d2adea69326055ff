"""Records of spells of heroes and some monsters (R8)."""

from pydantic import Field

from undertide_server.content.records.effects import SpellEffect
from undertide_server.content.schema.fields import Colour, Glyph, Name, Prose, Record


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
