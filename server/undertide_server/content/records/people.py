"""Records of people, who come with a theme or a region, not from the roster (R12, R13)."""

from pydantic import Field

from undertide_server.content.records.monsters import Behaviour, Mods
from undertide_server.content.schema.fields import Colour, Glyph, Name, Prose, Record


class Person(Record):
    """A person in a kind of room, as strong as its floor requires (people.toml)."""

    name: Name
    glyph: Glyph
    colour: Colour
    description: Prose
    strength_percent: int = Field(ge=1, le=1000)
    """Strength as percent of the floor's average."""
    mods: Mods = Field(default_factory=dict)
    behaviour: Behaviour = Behaviour()
    family: str | None = None
    """Key of the family to which it belongs and whose glyphs it shares."""
