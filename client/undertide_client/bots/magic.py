"""Scrolls, potions and spells in a fight, for a hero or a company: candidates, best first. Pure."""

from collections.abc import Iterable, Iterator
from typing import Final

from undertide_client.bots.personality import Personality
from undertide_client.bots.sights import Foe
from undertide_client.bots.survey import Survey
from undertide_client.bots.usable import Means
from undertide_shared.geometry import Cell, distance
from undertide_shared.messages import Effect, Intent

HARD_FIGHT: Final = 70
"""Percent of life below which even a single foe is worth a scroll."""
SORE: Final = 60
"""Percent of life below which a healing spell is worth its mana."""
FRESH: Final = 50
"""Percent of a foe's life above which it is worth hindering."""
CLOSE: Final = 5
"""Steps within which a fight is about to begin."""
ATTACKS: Final[tuple[Effect, ...]] = ("ball", "nova", "chain", "bolt", "harm", "hinder")
"""Effects on foes, best first."""


def heal(survey: Survey) -> Iterator[Intent]:
    """Yield healing spells for the hero, or for a companion who is worse off."""
    spells = [means for means in survey.means("heal") if means.spell]
    for means in spells:
        for cell, health in _patients(survey, means):
            if health < SORE:
                yield means.at(cell)


def _patients(survey: Survey, means: Means) -> list[tuple[Cell, int]]:
    """Return the cells and health of the hero and of companions in reach, the worst off first."""
    near = [
        (survey.near[one.seat], one.health)
        for one in survey.party
        if one.seat in survey.near and means.aimed
    ]
    reached = [pair for pair in near if distance(pair[0], survey.cell) <= means.reach]
    return sorted([(survey.cell, survey.health), *reached], key=lambda pair: pair[1])


def cure(survey: Survey) -> Iterator[Intent]:
    """Yield cures for the hero's ailments."""
    if survey.ails:
        yield from (means.at(survey.cell) for means in survey.means("cure"))


def prepare(survey: Survey) -> Iterator[Intent]:
    """Yield ways to strengthen the hero before a hard fight."""
    close = [foe for foe in survey.hunters if foe.apart <= CLOSE]
    if not close or not (survey.health < HARD_FIGHT or len(close) > 1):
        return
    yield from (means.at(survey.cell) for means in survey.means("summon"))
    if "boost" not in survey.effects:
        yield from (means.at(survey.cell) for means in survey.means("boost"))


def assail(survey: Survey, personality: Personality) -> Iterator[Intent]:
    """Yield attack spells and scrolls for use on hunters: scrolls only in a hard fight.

    Heroes who fight in concert strike those who flee too, since many shoot and come back.
    """
    hunters = survey.hunters
    if personality.concerted:
        hunters = foremost(survey, [foe for foe in survey.foes if foe.hunts or foe.flees])
    for effect in ATTACKS:
        for means in survey.means(effect):
            targets = [foe for foe in hunters if foe.apart <= means.reach]
            hard = survey.health < HARD_FIGHT
            if targets and (means.spell or hard or len(targets) > 1):
                yield from _at_targets(survey, means, targets, hard=hard)


def _at_targets(
    survey: Survey, means: Means, targets: list[Foe], *, hard: bool
) -> Iterator[Intent]:
    match means.effect:
        case "ball":
            for foe in targets:
                if _is_worth_it(survey, foe.cell, means.radius, hard=hard, self_struck=True):
                    yield means.at(foe.cell)
        case "nova":
            if _is_worth_it(survey, survey.cell, means.reach, hard=hard, self_struck=False):
                yield means.at(survey.cell)
        case "harm" | "hinder" if not means.aimed:
            return  # It affects the user itself.
        case "hinder":
            yield from _hinder(means, targets, hard=hard)
        case _:
            for foe in targets:
                yield means.at(foe.cell)


def _is_worth_it(
    survey: Survey, centre: Cell, radius: int, *, hard: bool, self_struck: bool
) -> bool:
    """Return whether a burst around a cell strikes enough foes and no friend."""
    friends = {*survey.companions, *([survey.cell] if self_struck else [])}
    struck = sum(distance(centre, foe.cell) <= radius for foe in survey.foes)
    spares = all(distance(centre, friend) > radius for friend in friends)
    return spares and (struck > 1 or (hard and struck > 0))


def _hinder(means: Means, targets: list[Foe], *, hard: bool) -> Iterator[Intent]:
    """Yield the intent that hinders the strongest foe, if that is worth it and still needed."""
    strongest = max(targets, key=lambda foe: foe.health)
    fresh = strongest.health > FRESH and not strongest.hindered
    if fresh and (hard or len(targets) > 1):
        yield means.at(strongest.cell)


def used_up(survey: Survey, effects: Iterable[Effect]) -> Iterator[Intent]:
    """Yield the uses, on oneself, of items with one of these main effects."""
    for effect in effects:
        yield from (means.at(survey.cell) for means in survey.means(effect) if not means.spell)


def foremost(survey: Survey, foes: Iterable[Foe]) -> list[Foe]:
    """Return foes in the order in which a company strikes them.

    Hunters come first; among them those that most heroes stand beside, and then the most hurt.
    """
    heroes = [survey.cell, *survey.near.values()]

    def place(foe: Foe) -> tuple[bool, int, int, tuple[int, int]]:
        beside = sum(distance(foe.cell, hero) == 1 for hero in heroes)
        return not foe.hunts, -beside, foe.health, foe.cell

    return sorted(foes, key=place)


SCRATCHED: Final = 85
"""Percent of life of any hero below which even a single foe is dangerous, if it is fresh."""


def strengthen_company(survey: Survey) -> Iterator[Intent]:
    """Yield ways to strengthen the company when a dangerous fight begins."""
    if not _is_dangerous(survey):
        return
    yield from (means.at(survey.cell) for means in survey.means("summon"))
    yield from _ward(survey)
    if "boost" not in survey.effects:
        yield from used_up(survey, ("boost",))


def _is_dangerous(survey: Survey) -> bool:
    """Return whether several hunters are close, or one that hurts somebody and is hardly hurt."""
    close = [foe for foe in survey.hunters if foe.apart <= CLOSE]
    fresh = any(foe.health > FRESH for foe in close)
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
