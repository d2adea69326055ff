"""Gifts of heroes to companions beside them: candidates, best first. Pure.

Gifts go only from lower seats to higher ones. Otherwise two heroes without need would pass an item
back and forth for ever.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from undertide_client.bots.means import of_item
from undertide_client.bots.survey import Survey
from undertide_client.bots.wardrobe import spare
from undertide_shared.geometry import distance
from undertide_shared.messages import Effect, Give, Intent

KEPT: Final[Mapping[Effect, int]] = {"feed": 1, "heal": 4}
"""The effects of items that everybody needs, and how many of them a hero keeps."""


def share(survey: Survey, turn: int) -> Iterator[Intent]:
    """Yield gifts: spare gear, and items beyond the hero's own share.

    `turn` chooses among several companions.
    """
    seat = _heir(survey, turn)
    if seat is None:
        return
    for item in spare(survey):
        yield Give(item.item, seat)
    for effect, kept in KEPT.items():
        things = [item for item in survey.pack if of_item(item).effect == effect]
        if sum(item.count for item in things) > kept:
            yield Give(things[0].item, seat)


def hand_on(survey: Survey, read: Collection[int], turn: int) -> Iterator[Intent]:
    """Yield gifts of the books that the hero has `read`. `turn` is as for `share`."""
    seat = _heir(survey, turn)
    if seat is not None:
        yield from (Give(item.item, seat) for item in survey.pack if item.item in read)


def _heir(survey: Survey, turn: int) -> int | None:
    """Return the seat of a companion with a higher seat beside the hero, if there is one."""
    beside = [
        seat
        for seat, cell in sorted(survey.near.items())
        if seat > survey.hero.seat and distance(cell, survey.cell) == 1
    ]
    return beside[turn % len(beside)] if beside else None
