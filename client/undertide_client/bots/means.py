"""What a hero can use or cast, by what it is good for as far as its description tells. Pure."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from undertide_client.bots.cells import Cell
from undertide_shared.messages import Cast, Intent, PackItem, SpellInfo, Use

Purpose = Literal[
    "heal", "cure", "boost", "summon", "grow", "learn", "feed", "show", "leap",
    "bolt", "strike", "burst", "ring", "hex", "keep",
]  # fmt: skip
"""bolt: strikes one cell; strike: whoever is nearest; burst: around a cell; ring: around the hero;
hex: hinders one; leap: takes the hero elsewhere; keep: nothing that a bot knows of."""

WORDS: Final[tuple[tuple[Purpose, tuple[str, ...]], ...]] = (
    ("grow", ("for good",)),
    ("learn", ("teaches",)),
    ("summon", ("fight for you", "stands by you")),
    ("show", ("shows the ground", "walls are glass")),
    ("leap", ("you are there", "would rather be")),
    ("cure", ("cures", "clears heads")),
    (
        "boost",
        ("go on closing", "take less of you", "edge off", "to wade", "so are you"),
    ),
    ("feed", ("mushroom", "bread", "eel", "meal", "food", "tastes of", "hunger")),
    ("heal", ("heal", "life", "wound", "mend", "cure")),
    ("ring", ("around you", "everyone in sight")),
)
"""Words of descriptions, and what they mean: the first that fits counts."""
HINDERING: Final = ("forgets", "holds", "honey", "confus")
"""Words of what hinders whom it is aimed at, rather than hurting."""
SCROLL_REACH: Final = 6
"""Steps within which a scroll is sure to reach."""


@dataclass(frozen=True, slots=True)
class Means:
    """Something that a hero can use or cast now."""

    purpose: Purpose
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
    """Return what an item is good for."""
    purpose = _purpose(item.name, item.description, item.target, item.radius)
    return Means(
        purpose if item.usable else "keep",
        aimed=item.target == "cell",
        reach=SCROLL_REACH,
        radius=item.radius,
        item=item.item,
    )


def of_spell(spell: SpellInfo) -> Means:
    """Return what a spell is good for."""
    return Means(
        _purpose(spell.name, spell.description, spell.target, spell.radius),
        aimed=spell.target == "cell",
        reach=spell.range or spell.radius or SCROLL_REACH,
        radius=spell.radius,
        spell=spell.spell,
    )


@lru_cache(maxsize=512)
def _purpose(name: str, description: str, target: str, radius: int) -> Purpose:
    """Return what something is good for that may be used."""
    words = f"{name} {description}".lower()
    if target == "cell" and radius:
        return "burst"
    for purpose, telling in WORDS:
        if any(word in words for word in telling):
            return purpose
    if target == "cell":
        return "hex" if any(word in words for word in HINDERING) else "bolt"
    return "strike"
