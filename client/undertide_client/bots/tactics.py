"""What to do with foes in sight: candidates, best first. Pure."""

from collections.abc import Iterator
from typing import Final

from undertide_client.bots.survey import DIRECTIONS, Cell, Foe, Survey, beside, distance
from undertide_client.bots.whims import Whims
from undertide_shared.messages import Climb, Intent, Move, Travel, Use, Wait

SPELL_REACH: Final = 6
"""Steps within which a scroll is sure to reach."""
HARD_FIGHT: Final = 70
"""Percent of life below which one foe alone is worth a scroll."""
NEARLY_WON: Final = 30
"""Percent of a foe's life below which it is struck down rather than run from."""


def fight(survey: Survey, whims: Whims, *, under_fire: bool) -> Iterator[Intent]:
    """Yield what to try against the foes in sight.

    `under_fire` says that hunters strike from afar, so that waiting for them is no use.
    """
    if is_in_danger(survey, whims):
        yield from drink(survey)
        yield from finish(survey)
        yield from escape(survey)
    yield from read(survey)
    yield from strike(survey)
    if survey.hunters and not under_fire:
        yield from await_them(survey, whims)
    yield from advance(survey, survey.hunters)
    if survey.health >= whims.rest_below:
        yield from advance(survey, [foe for foe in survey.foes if not foe.flees])


def is_in_danger(survey: Survey, whims: Whims) -> bool:
    """Whether the hero is weak and hunted."""
    return survey.health < whims.caution and bool(survey.hunters)


def drink(survey: Survey) -> Iterator[Intent]:
    """Yield what the pack holds against wounds."""
    for potion in survey.carried("heal"):
        yield Use(potion.item)


def finish(survey: Survey) -> Iterator[Intent]:
    """Yield the blow at the only hunter near, if it is nearly dead."""
    near = [foe for foe in survey.hunters if foe.apart <= 2]
    if len(near) == 1 and near[0].apart == 1 and near[0].health <= NEARLY_WON:
        yield _blow(survey, near[0])


def escape(survey: Survey) -> Iterator[Intent]:
    """Yield ways to get away: take the stairs, run for them, step back."""
    stairs = [*survey.stairs("up"), *survey.stairs("down")]
    if survey.cell in stairs:
        yield Climb()
    for cell in stairs:
        if cell != survey.cell:
            yield Travel(*cell)
    yield from _step_back(survey)


def _step_back(survey: Survey) -> Iterator[Intent]:
    """Yield the step that leads furthest from the nearest hunter, while it is not yet adjacent."""
    nearest = survey.hunters[0]
    gaps = {
        step: _gap(beside(survey.cell, step), nearest.cell)
        for step in DIRECTIONS
        if survey.is_free(beside(survey.cell, step))
    }
    best = max(gaps, key=gaps.__getitem__, default=None)
    if best and nearest.apart > 1 and gaps[best] > _gap(survey.cell, nearest.cell):
        yield Move(*best)


def read(survey: Survey) -> Iterator[Intent]:
    """Yield the scrolls that are worth reading now."""
    targets = [foe for foe in survey.hunters if foe.apart <= SPELL_REACH]
    hard = survey.health < HARD_FIGHT
    if not targets or not (hard or len(targets) > 1):
        return
    for scroll in survey.carried("burst"):
        for foe in _worth_burning(survey, targets, scroll.radius, hard=hard):
            yield Use(scroll.item, *foe.cell)
    for scroll in survey.carried("strike"):
        yield Use(scroll.item)
    for scroll in survey.carried("hex"):
        strongest = max(targets, key=lambda foe: foe.health)
        if strongest.health > 50 and strongest.mood != "confused":
            yield Use(scroll.item, *strongest.cell)


def _worth_burning(survey: Survey, targets: list[Foe], radius: int, *, hard: bool) -> Iterator[Foe]:
    """Yield the foes around whom a burst strikes enough foes and no friend."""
    friends = {survey.cell, *survey.companions}
    for foe in targets:
        struck = sum(distance(foe.cell, other.cell) <= radius for other in survey.foes)
        spares = all(distance(foe.cell, friend) > radius for friend in friends)
        if spares and (hard or struck > 1):
            yield foe


def strike(survey: Survey) -> Iterator[Intent]:
    """Yield blows at the foes beside the hero: those that hunt first, weakest first."""
    near = [foe for foe in survey.foes if foe.apart == 1]
    for foe in sorted(near, key=lambda foe: (not foe.hunts, foe.health)):
        yield _blow(survey, foe)


def _blow(survey: Survey, foe: Foe) -> Move:
    return Move(foe.cell[0] - survey.cell[0], foe.cell[1] - survey.cell[1])


def await_them(survey: Survey, whims: Whims) -> Iterator[Intent]:
    """Yield ways to let hunters come: several where they can't surround the hero."""
    if len(survey.hunters) > 1:
        yield from _narrow(survey)
        yield Wait()
    elif whims.lies_in_wait and survey.hunters[0].apart == 2:
        yield Wait()


def _narrow(survey: Survey) -> Iterator[Intent]:
    """Yield the step to a narrower place than this one, if there is one beside it."""
    steps = [step for step in DIRECTIONS if survey.is_free(beside(survey.cell, step))]
    best = min(steps, key=lambda step: survey.openness(beside(survey.cell, step)), default=None)
    if best and survey.openness(beside(survey.cell, best)) < survey.openness(survey.cell):
        yield Move(*best)


def advance(survey: Survey, foes: list[Foe]) -> Iterator[Intent]:
    """Yield steps towards foes, nearest first: straight, or else by a way round."""
    for foe in foes:
        yield from _step_towards(survey, foe.cell)
        yield Travel(*foe.cell)


def _step_towards(survey: Survey, goal: Cell) -> Iterator[Intent]:
    """Yield the straightest free steps that come nearer to `goal`."""
    here = survey.cell
    nearer = [step for step in DIRECTIONS if _gap(beside(here, step), goal) < _gap(here, goal)]
    nearer.sort(key=lambda step: _gap(beside(here, step), goal))
    for step in nearer[:3]:
        if survey.is_free(beside(here, step)):
            yield Move(*step)


def _gap(one: Cell, other: Cell) -> int:
    """Return the squared straight distance, which prefers straight ways."""
    across, down = one[0] - other[0], one[1] - other[1]
    return across * across + down * down
