"""Records of what lies and grows about, whatever the theme (R10 step 6, R14)."""

from undertide_server.content.schema.fields import Percent, Record, Table


class ExtraRules(Record):
    """What is added to every floor last (extras.toml)."""

    gold: Table
    """Gold in all that lies on a floor, by floor."""
    heaps: Table
    """Heaps that it lies in."""
    people: Percent
    """Share of R3's total that people of rooms may be; the rest is for encounters."""
    blood: Percent
    """Share of the ground that is stained."""
    bones: Percent
    """Share of the ground with bones on it."""
    glass: Percent
    """Share of the walls between rooms, one cell thick, that can be seen through."""
    grass: Percent
    """Share of the bare ground that grass grows on."""
    trees: Percent
    """Share of all grass that is trees."""
    stone_doors: Percent
    """Share of the doors that are stone, which doesn't burn."""
