"""What is aimed, and the cells and creatures that an effect with a radius would strike. Pure."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from undertide_client.model.mirror import Mirror
from undertide_client.screens.map.map_view import kind_of
from undertide_client.screens.map.routes import is_friend
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.drawing import TIMES, Span
from undertide_shared.geometry import Cell, distance
from undertide_shared.messages import Intent, Sighting


@dataclass(frozen=True, slots=True)
class Aim:
    """Something that needs a target cell. Lengths are in cells."""

    name: str
    radius: int
    """Radius of the struck area around the target."""
    intent: Callable[[Cell], Intent]
    """The intent for a chosen cell."""
    range: int = 0
    """Its reach; 0 means as far as the hero sees."""
    helps: bool = False
    """Whether it helps the hero or a friend, rather than harming foes."""

    def reaches(self, here: Cell | None, cell: Cell) -> bool:
        """Whether it reaches a cell from `here`, in steps."""
        if not self.range or here is None:
            return True
        return distance(here, cell) <= self.range


MAX_RADIUS: Final = 20
"""Most cells of a radius that the map shows: as far as anyone sees."""
UNHARMED: Final = frozenset({"asleep", "fallen"})
"""Moods of heroes whom nothing harms."""


def struck_cells(mirror: Mirror, centre: Cell, radius: int) -> Iterator[Cell]:
    """Yield the visible walkable cells at most `radius` steps from a target."""
    most = min(MAX_RADIUS, max(0, radius))
    x, y = centre
    for row in range(y - most, y + most + 1):
        for column in range(x - most, x + most + 1):
            look = mirror.look_at((column, row))
            if look is not None and look.walkable and mirror.sight[row, column]:
                yield column, row


def struck_words(
    mirror: Mirror, centre: Cell, radius: int, *, spares_own: bool = False
) -> list[Span]:
    """Return whom the effect would strike, as lines; friends have a warning of their own.

    The warning only comes if friends can be harmed. With `spares_own`, the effect leaves out the
    player's own hero.
    """
    there = _struck(mirror, centre, radius, spares_own=spares_own)
    friends = _names(mirror, [one for one in there if is_friend(mirror, one)])
    foes = _names(mirror, [one for one in there if not is_friend(mirror, one)])
    words: list[Span] = [(f"It strikes {foes or 'no foe'}.", palette.INK)]
    if not friends or not mirror.terms.friendly_fire:
        return words
    return [(f"! It strikes your own too: {friends}.", palette.BAD), *words]


def strikes_friends(mirror: Mirror, radius: int) -> bool:
    """Whether an effect around the player's own hero, which spares it, would harm a friend."""
    if mirror.cell is None or not mirror.terms.friendly_fire:
        return False
    there = _struck(mirror, mirror.cell, radius, spares_own=True)
    return any(is_friend(mirror, one) for one in there)


def _struck(mirror: Mirror, centre: Cell, radius: int, *, spares_own: bool) -> list[Sighting]:
    """Return the heroes and monsters that an effect would strike. Nothing harms a sleeping hero."""
    own = mirror.hero.id if mirror.hero is not None and spares_own else None
    cells = set(struck_cells(mirror, centre, radius))
    near = [one for one in mirror.sightings.values() if (one.x, one.y) in cells and one.id != own]
    roles = [(one, kind_of(mirror, one).role) for one in near]
    return [
        one
        for one, role in roles
        if role == "monster" or (role == "hero" and one.mood not in UNHARMED)
    ]


def _names(mirror: Mirror, those: list[Sighting]) -> str:
    """Return the names; equal ones are counted: "you, Bob, goblin x2"."""
    own = mirror.hero.id if mirror.hero else None
    names = Counter("you" if one.id == own else kind_of(mirror, one).name for one in those)
    return ", ".join(
        f"{name} {TIMES}{count}" if count > 1 else name for name, count in names.items()
    )
