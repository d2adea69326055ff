"""Records of the things and plants on floors that no theme brings (R10 step 6, R14)."""

from undertide_server.content.schema.fields import Percent, Record, Table


class ExtraRules(Record):
    """The additions that every floor gets last (extras.toml)."""

    gold: Table
    """Gold that lies on a floor in all, by floor."""
    heaps: Table
    """Number of heaps that the gold lies in, by floor."""
    people: Percent
    """Share of R3's total up to which more people come to rooms than their themes promise."""
    blood: Percent
    """Share of the ground that is stained with blood."""
    bones: Percent
    """Share of the ground that has bones on it."""
    glass: Percent
    """Share of the walls between rooms, one cell thick, that are transparent."""
    grass: Percent
    """Share of the bare ground that grass grows on."""
    trees: Percent
    """Share of all grass that becomes trees."""
    stone_doors: Percent
    """Share of the doors that are stone, which doesn't burn."""
    set_pieces: Percent = 0
    """Chance that a floor has a set piece."""
