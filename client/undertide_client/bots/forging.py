"""Gear broken down into essences, essences forged into plain gear or exchanged (R8). Best first.

Costs, slots and results are those that the pack's essences tell, so they follow any content. Pure.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from undertide_client.bots import wardrobe
from undertide_client.bots.ground import DIRECTIONS, beside
from undertide_client.bots.survey import Survey
from undertide_shared.geometry import distance
from undertide_shared.messages import Break, Craft, Drop, EssenceInfo, Intent, PackItem, Travel


@dataclass(frozen=True, slots=True)
class Improvement:
    """One affix at one level that a forge can work into a piece."""

    essence: int
    """Id of the stack of essences."""
    cost: int
    gain: float
    """Percent by which it makes the hero stronger."""
    level: int = 1


def exchange(survey: Survey, used: Sequence[Improvement]) -> Iterator[tuple[float, Craft]]:
    """Yield the gain of the next level of each improvement, and the exchange that leads to it.

    `used` are the improvements of one piece. The gain is that of an average level so far.
    """
    stacks = {item.item: item for item in survey.pack if item.essence is not None}
    spare = [item for key, item in stacks.items() if key not in {each.essence for each in used}]
    for each in used:
        stack = stacks[each.essence]
        told = stack.essence
        if told is None or not told.exchange or each.level >= len(told.costs):
            continue
        missing = told.costs[each.level] - stack.count
        if 0 < missing * told.exchange <= sum(item.count for item in spare):
            yield each.gain / each.level, Craft(stack.item, _given(spare, told))


def _given(spare: Sequence[PackItem], told: EssenceInfo) -> list[tuple[int, int]]:
    """Return the essences to give for one: from the smallest stacks first."""
    given: list[tuple[int, int]] = []
    left = told.exchange
    for item in sorted(spare, key=lambda item: (item.count, item.item)):
        count = min(left, item.count)
        if count:
            given.append((item.item, count))
        left -= count
    return given


MOST_AFFIXES: Final = 4
"""Most affixes of one piece to try. The forge refuses more than its depth allows."""
CROWDED: Final = 14
"""Stacks in a pack, of at most twenty, from which on nothing waits for a companion's need."""


def break_down(survey: Survey) -> Iterator[Intent]:
    """Yield the breaking of gear that neither the hero nor a companion after it needs."""
    if _has_heirs(survey):
        return
    for item in wardrobe.spare(survey):
        if item.affixes:
            yield Break(item.item)


def _has_heirs(survey: Survey) -> bool:
    """Return whether gear waits for the need of a companion with a higher seat."""
    heirs = any(one.seat > survey.hero.seat for one in survey.party)
    return heirs and sum(not item.slot for item in survey.pack) < CROWDED


def unwanted(survey: Survey) -> list[PackItem]:
    """Return plain gear that nobody needs: the hero carries another piece of its slot to forge."""
    return [] if _has_heirs(survey) else _doubles(survey)


def _doubles(survey: Survey) -> list[PackItem]:
    """Return the plain pieces of a slot for which the hero carries another."""
    plain = [item for item in wardrobe.spare(survey) if not item.affixes]
    first = {item.slots[0]: item for item in reversed(plain)}
    return [item for item in plain if first[item.slots[0]] is not item]


def forge(survey: Survey) -> Iterator[Intent]:
    """Yield the best pieces to forge, and the way to a forge if the hero is not beside one."""
    plain = [piece for piece in wardrobe.spare(survey) if not piece.affixes]
    forges = survey.forges() if plain else []
    if not forges:
        return
    works = [craft for piece in plain for craft in _works(survey, piece)]
    swaps = [craft for piece in plain for craft in _swaps(survey, piece)]
    if not works and not swaps:
        return
    if distance(forges[0], survey.cell) <= 1:
        # Exchanges come first, since the forge then needs their essences.
        for found in (swaps, works):
            yield from (craft for _, craft in sorted(found, key=lambda each: -each[0]))
        return
    around = [beside(forges[0], step) for step in DIRECTIONS]
    free = [cell for cell in around if survey.is_free(cell)]
    for cell in sorted(free, key=lambda cell: distance(cell, survey.cell)):
        yield Travel(*cell)


def _works(survey: Survey, piece: PackItem) -> Iterator[tuple[float, Craft]]:
    """Yield the gain of each worthwhile way to forge a plain piece, and the way."""
    found = _best(survey, piece)
    base = _forged_plain(survey, piece)
    for count in range(len(found), 0, -1):
        used = found[:count]
        gain = base + sum(each.gain for each in used)
        if gain >= wardrobe.WORTHWHILE:
            yield gain, Craft(piece.item, [(each.essence, each.cost) for each in used])


def _swaps(survey: Survey, piece: PackItem) -> Iterator[tuple[float, Craft]]:
    """Yield the gain of each exchange that makes a piece worthwhile or better, and the exchange."""
    used = _best(survey, piece)
    base = _forged_plain(survey, piece) + sum(each.gain for each in used)
    for gain, craft in exchange(survey, used):
        if base + gain >= wardrobe.WORTHWHILE:
            yield base + gain, craft


def _best(survey: Survey, piece: PackItem) -> list[Improvement]:
    """Return the best improvements of a piece, as many as to try, best first."""
    found = sorted(_improvements(survey, piece), key=lambda each: (-each.gain, each.essence))
    return found[:MOST_AFFIXES]


def _forged_plain(survey: Survey, piece: PackItem) -> float:
    """Return the gain of a piece of this forge's depth over the worn one, without any affix."""
    for item in survey.pack:
        told = item.essence
        if told is not None and piece.item in told.pieces:
            plain = told.makes[told.pieces.index(piece.item)][0]
            return max(wardrobe.gain_of(survey, piece.glyph, plain, slot) for slot in piece.slots)
    return 0.0


def _improvements(survey: Survey, piece: PackItem) -> Iterator[Improvement]:
    """Yield, for each stack of essences, the highest level that it can give to a piece."""
    casts = bool(survey.spells)
    for item in survey.pack:
        told = item.essence
        if told is None or piece.item not in told.pieces:
            continue
        levels = told.makes[told.pieces.index(piece.item)]
        top = min(len(levels) - 1, len(told.costs))
        if top > 0:
            worths = [wardrobe.worth_of(each, survey.hero, casts=casts) for each in levels]
            yield Improvement(item.item, told.costs[top - 1], worths[top] - worths[0], top)


def lighten(survey: Survey) -> Iterator[Intent]:
    """Yield the ways to get rid of doubles of plain gear: for gold if breaking them gives any."""
    if sum(not item.slot for item in survey.pack) < CROWDED:
        return
    for item in _doubles(survey):
        yield Break(item.item) if item.scrap else Drop(item.item)
