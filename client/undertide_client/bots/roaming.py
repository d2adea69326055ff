"""Actions when there is nobody to fight: candidates, best first. Pure but for the given chance."""

from collections.abc import Collection, Iterator
from random import Random
from typing import Final

from undertide_client.bots import magic
from undertide_client.bots.ground import DIRECTIONS, beside
from undertide_client.bots.personality import Personality
from undertide_client.bots.survey import Survey
from undertide_shared.geometry import Cell, distance
from undertide_shared.messages import Climb, Explore, Intent, Move, Rest, Take, Travel, Wait

TOO_HIGH_TO_REST: Final = 80
"""Percent of the tide above which resting only brings hunters."""
DESPERATE: Final = 60
"""Percent of life below which the hero rests even in the tide, if it knows no way out."""
WASTED: Final = frozenset({"starving", "famished"})
"""Hunger in which wounds hardly heal."""
FIT: Final = 80
"""Percent of life from which on the hero sets out on a way through harm."""
TRIES: Final = 4
"""Far cells to try before other ideas."""


def step_out(survey: Survey) -> Iterator[Intent]:
    """Yield the steps off harmful ground, or else the first step of the shortest way out."""
    if not survey.is_shunned(survey.cell):
        return
    free = [step for step in DIRECTIONS if survey.is_free(beside(survey.cell, step))]
    way = survey.step_out_of_harm()
    for step in free or ([way] if way else []):
        yield _step_behind(survey, step)


def brave(survey: Survey) -> Iterator[Intent]:
    """Yield the step through harm that leads on, if no harmless way down is known.

    Only a healthy hero sets out. A hero on the way goes on.
    """
    if survey.health < FIT and not survey.is_shunned(survey.cell):
        return
    reached = set(survey.ground())
    if reached.isdisjoint(survey.stairs("down")):
        step = survey.step_through_harm()
        if step is not None:
            yield _step_behind(survey, step)


def _step_behind(survey: Survey, step: Cell) -> Intent:
    """Return the step, or a wait for a companion who stands in its way and leaves harm too.

    Two heroes in a row who both step forward would only change places, and change back.
    """
    ahead = beside(survey.cell, step)
    waits = ahead in survey.companions and survey.is_shunned(ahead)
    return Wait() if waits else Move(*step)


def settle(survey: Survey, personality: Personality) -> Iterator[Intent]:
    """Yield the best actions before going anywhere: pick up items here, and rest unseen."""
    yield from magic.used_up(
        survey, ("hearten", "teach") if personality.resourceful else ("hearten",)
    )
    if survey.hero.hunger != "sated":
        yield from magic.used_up(survey, ("feed",))
    if personality.resourceful and survey.health < personality.rest_below:
        yield from magic.cure(survey)
    if survey.stands_on_item:
        yield Take()
    rests_below = _rests_below(survey, personality)
    cannot_rest = survey.ails or not rests_below
    if survey.health < min(personality.caution, personality.rest_below) and cannot_rest:
        yield from magic.used_up(survey, ("heal",))
    if survey.health < rests_below:
        if not survey.foes:
            yield from magic.heal(survey)
            yield Rest()
        else:
            yield from _travels(survey, survey.out_of_sight())


def _rests_below(survey: Survey, personality: Personality) -> int:
    """Return the percent of life below which it is worth resting here.

    It is 0 if the tide is so high that resting only brings hunters, and for starving heroes.
    Sociable heroes leave when a floor's tide rises, and rest on the next floor, where it is out.
    """
    if survey.hero.hunger in WASTED or survey.tide >= TOO_HIGH_TO_REST:
        return 0
    if personality.sociable and survey.tide >= personality.tide_limit:
        return 0 if survey.stairs("down") else min(personality.rest_below, DESPERATE)
    return personality.rest_below


def go_on(
    survey: Survey, personality: Personality, *, enough: bool, spent: Collection[int]
) -> Iterator[Intent]:
    """Yield ways to see more: of this floor, or of others if there is `enough` of this one.

    With a foe in view a hero can't explore, but can travel to the edge of the unknown. If only
    `spent` branches lie below, the hero goes up again while an amulet is missing.
    """
    down = [cell for cell in survey.stairs("down") if survey.leads_to(cell) not in spent]
    if enough:
        # Exploring picks amulets up too, if a way to them is known.
        yield from _travels(survey, [*survey.amulets.values()])
        yield from _climbs(survey, _by_personality(survey, personality, down))
    if survey.foes:
        yield from _travels(survey, survey.frontier())
    else:
        yield Explore()
    yield from _climbs(survey, _by_personality(survey, personality, down))
    if not survey.holds_all_amulets:
        yield from _climbs(survey, survey.stairs("up"))
    yield from descend(survey, personality)


def _travels(survey: Survey, goals: list[Cell]) -> Iterator[Intent]:
    """Yield travels to the nearest free cells among `goals`."""
    free = [cell for cell in goals if cell != survey.cell and survey.is_free(cell)]
    for cell in sorted(free, key=lambda cell: distance(cell, survey.cell))[:TRIES]:
        yield Travel(*cell)


def descend(survey: Survey, personality: Personality) -> Iterator[Intent]:
    """Yield the known ways down."""
    yield from _climbs(survey, _by_personality(survey, personality, survey.stairs("down")))


def _by_personality(survey: Survey, personality: Personality, stairs: list[Cell]) -> list[Cell]:
    """Return stairs in the order in which a hero of this personality prefers them."""
    ordered = sorted(stairs, key=survey.leads_to)
    first = personality.bent % len(ordered) if ordered else 0
    turned = ordered[first:] + ordered[:first]
    return sorted(
        turned, key=lambda cell: survey.is_entered(survey.leads_to(cell)) != personality.follows
    )


def _climbs(survey: Survey, stairs: list[Cell]) -> Iterator[Intent]:
    """Yield the intents that take the hero along some stairs, in their order."""
    for cell in stairs:
        yield Climb() if cell == survey.cell else Travel(*cell)


def stray(survey: Survey, chance: Random) -> Iterator[Intent]:
    """Yield ways to get somewhere else: any known cell, any step, and at last a moment's wait."""
    ground = survey.ground()
    if ground:
        for cell in chance.choices(ground, k=TRIES):
            if cell != survey.cell:
                yield Travel(*cell)
    steps = chance.sample(DIRECTIONS, len(DIRECTIONS))
    for step in sorted(steps, key=lambda step: survey.is_shunned(beside(survey.cell, step))):
        cell = beside(survey.cell, step)
        if survey.is_walkable(cell) and cell not in survey.bystanders:
            yield Move(*step)
    yield Wait()
