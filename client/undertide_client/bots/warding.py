"""Spells and potions that strengthen a company for a dangerous fight: candidates, best first. Pure.

A caster keeps up one such spell. So it chooses the hero who needs it most, and leaves it there.
"""

from collections.abc import Iterator
from typing import Final

from undertide_client.bots import magic
from undertide_client.bots.survey import Survey
from undertide_shared.geometry import Cell, distance
from undertide_shared.messages import Intent

SCRATCHED: Final = 85
"""Percent of life of any hero below which even a single foe is dangerous, if it is fresh."""


def prepare(survey: Survey) -> Iterator[Intent]:
    """Yield ways to strengthen the company when a dangerous fight begins."""
    if not _is_dangerous(survey):
        return
    yield from (means.at(survey.cell) for means in survey.means("summon"))
    yield from _ward(survey)
    if "boost" not in survey.effects:
        yield from magic.used_up(survey, ("boost",))


def _is_dangerous(survey: Survey) -> bool:
    """Return whether several hunters are close, or one that hurts somebody and is hardly hurt."""
    close = [foe for foe in survey.hunters if foe.apart <= magic.CLOSE]
    fresh = any(foe.health > magic.FRESH for foe in close)
    weakest = min([survey.health, *(one.health for one in survey.party if one.seat in survey.near)])
    return len(close) > 1 or (fresh and weakest < SCRATCHED)


def _ward(survey: Survey) -> Iterator[Intent]:
    """Yield the ward for the hero who needs it most, unless somebody in sight bears one."""
    if "boost" in survey.effects or survey.boosted:
        return
    for means in survey.means("boost"):
        if means.spell and means.aimed:
            for cell in _by_need(survey, means.reach):
                yield means.at(cell)
        elif means.spell:
            yield means.at(survey.cell)


def _by_need(survey: Survey, reach: int) -> list[Cell]:
    """Return the cells of heroes in reach: first those that most hunters stand beside."""
    health = {one.seat: one.health for one in survey.party}
    heroes = [(cell, health[seat]) for seat, cell in survey.near.items()]
    found = [(cell, life) for cell, life in heroes if distance(cell, survey.cell) <= reach]

    def need(each: tuple[Cell, int]) -> tuple[int, int, int]:
        cell, life = each
        gaps = [distance(cell, foe.cell) for foe in survey.hunters]
        return -gaps.count(1), min(gaps), life

    return [cell for cell, _ in sorted([*found, (survey.cell, survey.health)], key=need)]
