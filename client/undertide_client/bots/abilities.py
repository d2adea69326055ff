"""The abilities of the hero's calling in a fight: candidates, best first. Pure."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from undertide_client.bots import magic
from undertide_client.bots.sights import Foe
from undertide_client.bots.survey import Survey
from undertide_shared.geometry import Cell, distance
from undertide_shared.messages import AbilityInfo, Intent, Perform

HURT: Final = 70
"""Percent of life below which a companion needs others to take harm for it."""
HALE: Final = 50
"""Percent of life above which a hero takes harm for others."""
CROWD: Final = 2
"""Foes that an ability must reach to be worth its time, where one is no danger."""
LIT: Final = frozenset({"harm", "hinder"})
"""Effects of statuses that may be set off, if somebody else brought them."""


def perform(survey: Survey) -> Iterator[Intent]:
    """Yield uses of the hero's abilities that are ready, while somebody hunts."""
    if not any(foe.apart <= magic.CLOSE for foe in survey.hunters):
        return
    for ability in survey.abilities:
        for word, use in USES.items():
            if word == ability.does[0]:
                yield from use(survey, ability)


def _draw(survey: Survey, ability: AbilityInfo) -> Iterator[Intent]:
    """Yield a taunt for a hurt companion, from a hero who can bear it."""
    near = _within(survey, ability.radius)
    if _would_wake(survey, ability.radius):
        return
    if near and survey.health > HALE and _health_of_the_weakest(survey) < HURT:
        yield Perform(ability.ability)


def _guard(survey: Survey, ability: AbilityInfo) -> Iterator[Intent]:
    """Yield guards for the worst hurt companion in reach, or a stance against several foes."""
    if ability.target == "cell":
        if survey.health > HALE:
            for cell, health in _companions(survey, ability.range):
                if health < magic.HARD_FIGHT:
                    yield Perform(ability.ability, *cell)
    elif _is_dangerous(survey, ability.radius):
        yield Perform(ability.ability)


def _mark(survey: Survey, ability: AbilityInfo) -> Iterator[Intent]:
    """Yield marks on the foe that the company strikes first, if it has much life left."""
    near = [foe for foe in survey.hunters if foe.apart <= ability.range]
    for foe in magic.foremost(survey, near)[:1]:
        if foe.health > magic.FRESH and "mark" not in foe.effects and survey.is_seen(foe.cell):
            yield Perform(ability.ability, *foe.cell)


def _weaken(survey: Survey, ability: AbilityInfo) -> Iterator[Intent]:
    """Yield a cry against several foes, or against one that hurts."""
    if _would_wake(survey, ability.radius):
        return
    fresh = [foe for foe in _within(survey, ability.radius) if "weaken" not in foe.effects]
    if len(fresh) >= CROWD or (fresh and _is_hurting(survey)):
        yield Perform(ability.ability)


def _disarm(survey: Survey, ability: AbilityInfo) -> Iterator[Intent]:
    """Yield the attempt to disarm the strongest hunter beside the hero."""
    near = [foe for foe in _within(survey, 1) if "weaken" not in foe.effects]
    strongest = max(near, key=lambda foe: (foe.health, foe.id), default=None)
    if strongest is not None and (strongest.health > magic.FRESH or _is_hurting(survey)):
        yield Perform(ability.ability, *strongest.cell)


def _sweep(survey: Survey, ability: AbilityInfo) -> Iterator[Intent]:
    """Yield a blow at all foes beside the hero, if they are several."""
    if sum(foe.apart == 1 for foe in survey.foes) >= CROWD:
        yield Perform(ability.ability)


def _shoot(survey: Survey, ability: AbilityInfo) -> Iterator[Intent]:
    """Yield a shot that slows the nearest hunter, before it is beside the hero."""
    far = [foe for foe in survey.hunters if 1 < foe.apart <= survey.hero.range]
    if _within(survey, 1):
        return
    for foe in far[:1]:
        if not foe.hindered and survey.is_seen(foe.cell):
            yield Perform(ability.ability, *foe.cell)


def _detonate(survey: Survey, ability: AbilityInfo) -> Iterator[Intent]:
    """Yield foes with a status that may be set off, those among most others first.

    The server refuses what the hero brought itself.
    """
    lit = [foe for foe in survey.hunters if foe.apart <= ability.range and foe.effects & LIT]

    def crowd(foe: Foe) -> tuple[int, int]:
        struck = sum(distance(foe.cell, one.cell) <= ability.radius for one in survey.hunters)
        return -struck, foe.apart

    for foe in sorted(lit, key=crowd):
        if survey.is_seen(foe.cell):
            yield Perform(ability.ability, *foe.cell)


def _empower(survey: Survey, ability: AbilityInfo) -> Iterator[Intent]:
    """Yield strength for the companion beside a hunter, or for the hero, in a dangerous fight."""
    if "empower" in survey.effects or not _is_dangerous(survey, magic.CLOSE):
        return
    cells = [cell for cell, _ in _companions(survey, ability.range)]
    hunters = [foe.cell for foe in survey.hunters]
    yield from (
        Perform(ability.ability, *cell)
        for cell in cells
        if any(distance(cell, hunter) == 1 for hunter in hunters)
    )
    yield Perform(ability.ability, *survey.cell)


USES: Final[Mapping[str, Callable[[Survey, AbilityInfo], Iterator[Intent]]]] = {
    "taunt": _draw,
    "guard": _guard,
    "mark": _mark,
    "weaken": _weaken,
    "disarm": _disarm,
    "detonate": _detonate,
    "empower": _empower,
    "sweep": _sweep,
    "shot": _shoot,
}
"""The use of an ability, by the main one of its effects."""


def _within(survey: Survey, radius: int) -> list[Foe]:
    """Return the hunters within some steps of the hero, nearest first."""
    return [foe for foe in survey.hunters if foe.apart <= radius]


def _would_wake(survey: Survey, radius: int) -> bool:
    """Return whether a shout would rouse foes that hunt nobody yet."""
    return any(foe.apart <= radius and not (foe.hunts or foe.flees) for foe in survey.foes)


def _companions(survey: Survey, reach: int) -> list[tuple[Cell, int]]:
    """Return the cells and life of the companions in reach, the worst hurt first."""
    health = {one.seat: one.health for one in survey.party}
    found = [(cell, health[seat]) for seat, cell in survey.near.items()]
    near = [each for each in found if distance(each[0], survey.cell) <= reach]
    return sorted(near, key=lambda each: (each[1], each[0]))


def _health_of_the_weakest(survey: Survey) -> int:
    """Return the life in percent of the weakest companion in sight; 100 without any."""
    return min((one.health for one in survey.party if one.seat in survey.near), default=100)


def _is_hurting(survey: Survey) -> bool:
    """Return whether the hero or a companion in sight has lost much of its life."""
    return min(survey.health, _health_of_the_weakest(survey)) < HURT


def _is_dangerous(survey: Survey, radius: int) -> bool:
    """Return whether several hunters are near, or one while somebody is hurt."""
    near = _within(survey, radius)
    return len(near) >= CROWD or (bool(near) and _is_hurting(survey))
