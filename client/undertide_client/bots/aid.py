"""Help for companions: the fallen are revived, and gifts are handed over. Best first. Pure.

Gear and books go to the companion whom they suit better (R17), and food to whoever starves. Other
gifts go only from lower seats to higher ones. Otherwise two heroes without need would pass an item
back and forth for ever.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from undertide_client.bots.ground import DIRECTIONS, beside
from undertide_client.bots.survey import Survey
from undertide_shared.geometry import Cell, distance
from undertide_shared.messages import Effect, Give, Intent, Move, Regroup, Take, Travel

SAFE: Final = 6
"""Steps to the nearest hunter from which on a hero takes the time to tend a companion."""
TICKS_A_STEP: Final = 2
"""Ticks of a step of a hero of normal speed."""


def revive(survey: Survey) -> Iterator[Intent]:
    """Yield ways to get a fallen companion up: with a potion at once, or by care if it is safe.

    A hero without a potion goes to a companion only while no hunter is near.
    """
    potion = next((item for item in survey.pack if item.does[:1] == ["heal"]), None)
    for seat, cell in _nearest(survey):
        apart = distance(cell, survey.cell)
        if apart <= 1 and potion is not None and survey.hunters:
            yield Give(potion.item, seat)
        elif potion is None and not _is_safe(survey):
            continue
        elif apart == 1:
            yield Move(cell[0] - survey.cell[0], cell[1] - survey.cell[1])
        else:
            yield from _go_to(survey, seat, cell)


def _nearest(survey: Survey) -> list[tuple[int, Cell]]:
    """Return the seats and cells of the fallen who can be reached in time, nearest first."""
    left = {one.seat: one.dies_in for one in survey.fallen}
    found = [
        (seat, cell)
        for seat, cell in survey.lying.items()
        if distance(cell, survey.cell) * TICKS_A_STEP < left.get(seat, 0)
    ]
    return sorted(found, key=lambda each: (distance(each[1], survey.cell), each[0]))


def _is_safe(survey: Survey) -> bool:
    return all(foe.apart > SAFE for foe in survey.hunters)


def _go_to(survey: Survey, seat: int, cell: Cell) -> Iterator[Intent]:
    """Yield travels to the free cells beside a fallen companion, or off its cell, nearest first.

    Where none is known, yield the way to it over ground that nobody may know.
    """
    free = [each for step in DIRECTIONS if survey.is_free(each := beside(cell, step))]
    for each in sorted(free, key=lambda each: distance(each, survey.cell)):
        yield Travel(*each)
    if not free:
        yield Regroup(seat)


KEPT: Final[Mapping[Effect, int]] = {"feed": 1, "heal": 4}
"""The effects of items that everybody needs, and how many of them a hero keeps."""


def share(survey: Survey, turn: int) -> Iterator[Intent]:
    """Yield gifts: what suits a companion better, and items beyond the hero's own share.

    `turn` chooses among several companions.
    """
    yield from _feed(survey)
    for item in survey.pack:
        if item.suits is not None and _is_in_reach(survey, item.suits):
            yield Give(item.item, item.suits)
    seat = _heir(survey, turn)
    if seat is None:
        return
    for effect, kept in KEPT.items():
        things = [item for item in survey.pack if item.does[:1] == [effect]]
        if sum(item.count for item in things) > kept:
            yield Give(things[0].item, seat)


def _feed(survey: Survey) -> Iterator[Intent]:
    """Yield gifts of food to companions in reach who starve, unless the hero is hungry itself."""
    food = next((item for item in survey.pack if item.does[:1] == ["feed"]), None)
    if food is None or survey.hero.hunger != "sated":
        return
    for seat in survey.starving:
        if _is_in_reach(survey, seat):
            yield Give(food.item, seat)


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
