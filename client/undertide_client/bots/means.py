"""What a hero can use or cast, and what that does. Pure."""

from dataclasses import dataclass
from typing import Final

from undertide_shared.geometry import Cell
from undertide_shared.messages import Cast, Intent, PackItem, SpellInfo, Use

AIMED_AT_FOES: Final = frozenset({"haste"})
"""Keys of helpful spells that bots cast at foes, where they are refused. A fault, kept until the
balance is measured anew: its figures were played so."""
SCROLL_REACH: Final = 6
"""Steps within which a scroll is sure to reach."""


@dataclass(frozen=True, slots=True)
class Means:
    """Something that a hero can use or cast now."""

    effect: str
    """The main `Effect` that it has; empty: none."""
    aimed: bool
    """Whether it asks for a cell."""
    reach: int
    radius: int
    item: int = 0
    spell: str = ""
    """Key of the spell; empty: it is an item, which is used up."""

    def at(self, cell: Cell) -> Intent:
        """Return the intent that uses it, on a cell where it asks for one."""
        x, y = cell if self.aimed else (None, None)
        return Cast(self.spell, x, y) if self.spell else Use(self.item, x, y)


def of_item(item: PackItem) -> Means:
    """Return what using an item does."""
    return Means(
        _main(item.does),
        aimed=item.target == "cell",
        reach=SCROLL_REACH,
        radius=item.radius,
        item=item.item,
    )


def of_spell(spell: SpellInfo) -> Means:
    """Return what casting a spell does."""
    return Means(
        "bolt" if spell.spell in AIMED_AT_FOES else _main(spell.does),
        aimed=spell.target == "cell",
        reach=spell.range or spell.radius or SCROLL_REACH,
        radius=spell.radius,
        spell=spell.spell,
    )


def _main(does: list[str]) -> str:
    return does[0] if does else ""
