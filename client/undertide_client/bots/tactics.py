"""Actions against foes in sight: candidates, best first. Pure."""

from collections.abc import Iterator
from typing import Final

from undertide_client.bots import abilities, company, magic
from undertide_client.bots.ground import DIRECTIONS, beside
from undertide_client.bots.personality import Personality
from undertide_client.bots.sights import Foe
from undertide_client.bots.survey import Survey
from undertide_shared.geometry import Cell, distance
from undertide_shared.messages import Climb, Intent, Move, Shoot, Travel, Wait

SHORT_RUN: Final = 8
"""Steps to stairs that are worth running for even with companions at hand."""
LAST_STEPS: Final = 2
"""Steps to stairs that are worth running for even with a foe at the hero's back."""
MOST_EACH: Final = 2
"""Most foes for each hero at hand with which to start a fight."""
NEARLY_WON: Final = 30
"""Percent of a foe's life below which the hero strikes it down rather than runs."""


def fight(survey: Survey, personality: Personality, *, under_fire: bool) -> Iterator[Intent]:
    """Yield actions against the foes in sight.

    `under_fire` says that hunters strike from afar, so that waiting for them is useless.
    """
    if personality.resourceful:
        yield from magic.heal(survey)
    if is_in_danger(survey, personality):
        yield from drink(survey)
        yield from finish(survey)
        yield from escape_together(survey) if personality.sociable else escape(survey)
    if personality.resourceful:
        yield from abilities.perform(survey)
        yield from magic.cure(survey)
        strengthen = magic.strengthen_company if personality.concerted else magic.prepare
        yield from strengthen(survey)
        yield from magic.assail(survey, personality)
        yield from shoot(survey, personality)
    if personality.sociable and not under_fire:
        yield from fall_back(survey)
    yield from strike(survey, personality)
    if survey.hunters and not under_fire:
        yield from await_them(survey, personality)
    yield from advance(survey, _in_turn(survey, personality))
    if survey.health >= personality.rest_below and _may_begin(survey, personality):
        yield from advance(survey, [foe for foe in survey.foes if not foe.flees])


def is_in_danger(survey: Survey, personality: Personality) -> bool:
    """Return whether the hero is weak and hunted."""
    return survey.health < personality.caution and bool(survey.hunters)


def drink(survey: Survey) -> Iterator[Intent]:
    """Yield uses of the pack's healing items."""
    yield from magic.used_up(survey, ("heal",))


def finish(survey: Survey) -> Iterator[Intent]:
    """Yield the blow at the only hunter near, if it is nearly dead."""
    near = [foe for foe in survey.hunters if foe.apart <= 2]
    if len(near) == 1 and near[0].apart == 1 and near[0].health <= NEARLY_WON:
        yield _blow(survey, near[0])


def escape_together(survey: Survey) -> Iterator[Intent]:
    """Yield escapes for a hero in company: by near stairs, otherwise to companions.

    A foe beside a running hero strikes at each step. So the hero fights on, unless stairs are at
    hand.
    """
    beset = survey.hunters[0].apart == 1
    run = LAST_STEPS if beset else SHORT_RUN
    near = [cell for cell in _all_stairs(survey) if distance(cell, survey.cell) <= run]
    yield from _run_for(survey, near)
    if not beset:
        yield from company.rally(survey)
        if not company.helpers(survey):
            yield from escape(survey)


def fall_back(survey: Survey) -> Iterator[Intent]:
    """Yield the way to companions, if the hunters are too many and not beside the hero yet."""
    hunters = survey.hunters
    if len(hunters) > 1 + company.helpers(survey) and hunters[0].apart > 1:
        yield from company.rally(survey)


def _may_begin(survey: Survey, personality: Personality) -> bool:
    """Return whether the hero may attack foes that don't hunt yet.

    In company, the leader decides: it attacks when all are near and the foes are few enough.
    """
    if not personality.sociable:
        return True
    if company.leader_of(survey) is not None:
        return False
    enough = len(survey.foes) <= MOST_EACH * (1 + company.helpers(survey))
    return enough and company.is_together(survey)


def escape(survey: Survey) -> Iterator[Intent]:
    """Yield escapes: take the stairs, run for them, step back."""
    yield from _run_for(survey, _all_stairs(survey))
    yield from _step_back(survey)


def _all_stairs(survey: Survey) -> list[Cell]:
    return [*survey.stairs("up"), *survey.stairs("down")]


def _run_for(survey: Survey, stairs: list[Cell]) -> Iterator[Intent]:
    """Yield ways to some stairs, or the climb if the hero stands on them."""
    if survey.cell in stairs:
        yield Climb()
    for cell in stairs:
        if cell != survey.cell:
            yield Travel(*cell)


def _step_back(survey: Survey) -> Iterator[Intent]:
    """Yield the step that leads furthest from the nearest hunter, if that is not adjacent yet."""
    nearest = survey.hunters[0]
    gaps = {
        step: _gap(beside(survey.cell, step), nearest.cell)
        for step in DIRECTIONS
        if survey.is_free(beside(survey.cell, step))
    }
    best = max(gaps, key=gaps.__getitem__, default=None)
    if best and nearest.apart > 1 and gaps[best] > _gap(survey.cell, nearest.cell):
        yield Move(*best)


def shoot(survey: Survey, personality: Personality) -> Iterator[Intent]:
    """Yield shots while no hunter is beside the hero: at hunters first, nearest first.

    A hero that fights in concert first shoots at the foe that its companions strike.
    """
    if any(foe.apart == 1 for foe in survey.hunters):
        return
    far = [foe for foe in survey.foes if 1 < foe.apart <= survey.hero.range]
    far.sort(key=lambda foe: (not foe.hunts, foe.apart, foe.health))
    for foe in magic.foremost(survey, far) if personality.concerted else far:
        if survey.is_seen(foe.cell) and (foe.hunts or foe.flees or _may_begin(survey, personality)):
            yield Shoot(*foe.cell)


def strike(survey: Survey, personality: Personality) -> Iterator[Intent]:
    """Yield blows at the foes beside the hero: hunters first, weakest first.

    A hero that fights in concert first strikes the foe that its companions strike.
    """
    near = [foe for foe in survey.foes if foe.apart == 1]
    near.sort(key=lambda foe: (not foe.hunts, foe.health))
    for foe in magic.foremost(survey, near) if personality.concerted else near:
        yield _blow(survey, foe)


def _blow(survey: Survey, foe: Foe) -> Move:
    return Move(foe.cell[0] - survey.cell[0], foe.cell[1] - survey.cell[1])


def await_them(survey: Survey, personality: Personality) -> Iterator[Intent]:
    """Yield ways to wait for hunters. Wait for several where they can't surround the hero."""
    if len(survey.hunters) > 1:
        yield from _narrow(survey)
        yield Wait()
    elif personality.lies_in_wait and survey.hunters[0].apart == 2:
        yield Wait()


def _narrow(survey: Survey) -> Iterator[Intent]:
    """Yield the step to a neighbouring cell with fewer open sides, if there is one."""
    steps = [step for step in DIRECTIONS if survey.is_free(beside(survey.cell, step))]
    best = min(steps, key=lambda step: survey.openness(beside(survey.cell, step)), default=None)
    if best and survey.openness(beside(survey.cell, best)) < survey.openness(survey.cell):
        yield Move(*best)


def _in_turn(survey: Survey, personality: Personality) -> list[Foe]:
    """Return the hunters to go to: nearest first; in concert the near ones by focus."""
    if not personality.concerted:
        return survey.hunters
    near = [foe for foe in survey.hunters if foe.apart <= company.SIDE]
    return [*magic.foremost(survey, near), *survey.hunters[len(near) :]]


def advance(survey: Survey, foes: list[Foe]) -> Iterator[Intent]:
    """Yield steps towards foes, nearest first: straight ahead, or by a detour."""
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
