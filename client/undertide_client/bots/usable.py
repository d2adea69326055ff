"""The items that a hero can use and the spells it can cast, with their effects. Pure."""

from dataclasses import dataclass
from typing import Final

from undertide_shared.geometry import Cell
from undertide_shared.messages import Cast, Intent, PackItem, SpellInfo, Use

SCROLL_REACH: Final = 6
"""Steps within which a scroll surely reaches."""


@dataclass(frozen=True, slots=True)
class Means:
    """An item or a spell that a hero can use now."""

    effect: str
    """Its main `Effect`; empty if it has none."""
    aimed: bool
    """Whether it asks for a cell."""
    reach: int
    radius: int
    item: int = 0
    spell: str = ""
    """Key of the spell; empty for an item, which is used up."""

    def at(self, cell: Cell) -> Intent:
        """Return the intent that uses it, on a cell if it asks for one."""
        x, y = cell if self.aimed else (None, None)
        return Cast(self.spell, x, y) if self.spell else Use(self.item, x, y)


def of_item(item: PackItem) -> Means:
    """Return an item as means."""
    return Means(
        _main(item.does),
        aimed=item.target == "cell",
        reach=SCROLL_REACH,
        radius=item.radius,
        item=item.item,
    )


def of_spell(spell: SpellInfo) -> Means:
    """Return a spell as means."""
    return Means(
        _main(spell.does),
        aimed=spell.target == "cell",
        reach=spell.range or spell.radius or SCROLL_REACH,
        radius=spell.radius,
        spell=spell.spell,
    )


def _main(does: list[str]) -> str:
    return does[0] if does else ""
