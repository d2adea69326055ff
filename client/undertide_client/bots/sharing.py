"""Gifts of heroes to companions within reach: candidates, best first. Pure.

Gear and books go to the companion whom they suit better (R17). Other gifts go only from lower seats
to higher ones. Otherwise two heroes without need would pass an item back and forth for ever.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from undertide_client.bots.means import of_item
from undertide_client.bots.survey import Survey
from undertide_shared.geometry import distance
from undertide_shared.messages import Effect, Give, Intent, Take, Travel

KEPT: Final[Mapping[Effect, int]] = {"feed": 1, "heal": 4}
"""The effects of items that everybody needs, and how many of them a hero keeps."""


def share(survey: Survey, turn: int) -> Iterator[Intent]:
    """Yield gifts: what suits a companion better, and items beyond the hero's own share.

    `turn` chooses among several companions.
    """
    for item in survey.pack:
        if item.suits is not None and _is_in_reach(survey, item.suits):
            yield Give(item.item, item.suits)
    seat = _heir(survey, turn)
    if seat is None:
        return
    for effect, kept in KEPT.items():
        things = [item for item in survey.pack if of_item(item).effect == effect]
        if sum(item.count for item in things) > kept:
            yield Give(things[0].item, seat)


def fetch(survey: Survey) -> Iterator[Intent]:
    """Yield the ways to gear that companions left for the hero, nearest first, and its taking."""
    for cell in sorted(survey.meant, key=lambda cell: (distance(cell, survey.cell), cell)):
        yield Take() if cell == survey.cell else Travel(*cell)


def _heir(survey: Survey, turn: int) -> int | None:
    """Return the seat of a companion with a higher seat within reach, if there is one."""
    heirs = [
        seat
        for seat in sorted(survey.near)
        if seat > survey.hero.seat and _is_in_reach(survey, seat)
    ]
    return heirs[turn % len(heirs)] if heirs else None


def _is_in_reach(survey: Survey, seat: int) -> bool:
    """Return whether a companion in sight is near enough to be handed something."""
    cell = survey.near.get(seat)
    return cell is not None and distance(cell, survey.cell) <= survey.hero.reach
