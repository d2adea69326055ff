"""What to do when nobody is to be fought: candidates, best first. Pure but for the given chance."""

from collections.abc import Iterator
from random import Random
from typing import Final

from undertide_client.bots.survey import DIRECTIONS, Cell, Survey, beside, distance
from undertide_client.bots.whims import Whims
from undertide_shared.messages import Climb, Explore, Intent, Move, Rest, Take, Travel, Wait

TOO_HIGH_TO_REST: Final = 80
"""Percent of the tide above which resting only brings hunters."""
TRIES: Final = 4
"""Far cells that are tried before something else is."""


def settle(survey: Survey, whims: Whims) -> Iterator[Intent]:
    """Yield what is best done before going anywhere: take what lies here, and rest unseen."""
    if survey.stands_on_item:
        yield Take()
    if survey.health < whims.rest_below and survey.tide < TOO_HIGH_TO_REST:
        if not survey.foes:
            yield Rest()
        else:
            yield from _travels(survey, survey.out_of_sight())


def go_on(survey: Survey, *, enough: bool) -> Iterator[Intent]:
    """Yield ways to see more: of this floor, or where there is `enough` of it, of the next.

    With somebody in view a hero can't explore, but travel to where the unknown begins.
    """
    if enough:
        yield from descend(survey)
    if survey.foes:
        yield from _travels(survey, survey.frontier())
    else:
        yield Explore()
    yield from descend(survey)


def _travels(survey: Survey, goals: list[Cell]) -> Iterator[Intent]:
    """Yield travels to the nearest of `goals` where nobody stands."""
    free = [cell for cell in goals if cell != survey.cell and survey.is_free(cell)]
    for cell in sorted(free, key=lambda cell: distance(cell, survey.cell))[:TRIES]:
        yield Travel(*cell)


def descend(survey: Survey) -> Iterator[Intent]:
    """Yield the way down, as far as it is known."""
    for cell in survey.stairs("down"):
        yield Climb() if cell == survey.cell else Travel(*cell)


def stray(survey: Survey, chance: Random) -> Iterator[Intent]:
    """Yield ways to be somewhere else: any known place, any step, and at last a moment's wait."""
    ground = survey.ground()
    if ground:
        for cell in chance.choices(ground, k=TRIES):
            if cell != survey.cell:
                yield Travel(*cell)
    for step in chance.sample(DIRECTIONS, len(DIRECTIONS)):
        if survey.is_walkable(beside(survey.cell, step)):
            yield Move(*step)
    yield Wait()
