"""The worth of gear to a hero, and its use: candidates, best first. Pure."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, get_args

from undertide_client.bots.survey import Survey
from undertide_shared.messages import Drop, HeroStatus, Intent, PackItem, Slot, WareInfo, Wear

PLAIN_WORTH: Final[Mapping[str, float]] = {
    "speed": 10.0,
    "regen": 0.1,
    "thorns": 0.3,
    "leech": 1.0,
    "mana_regen": 0.1,
    "mana": 0.2,
    "nourish": 0.2,
    "sight": 0.5,
    "res.physical": 5.0,
}
"""Approximate worth of one point of a stat, in percent of a hero's power."""
RESISTANCE_WORTH: Final = 2.0
"""The same for a point of resistance to any other type: only some foes deal that type."""
HITS: Final = 8
"""Approximate number of hits that take a hero's whole life. A point off each hit counts this
often."""
SPELL_SHARE: Final = 0.6
"""Share of a caster's power that comes from spells."""
WORTHWHILE: Final = 3.0
"""Percent of power that a change of gear must add. Any gain will do for an empty slot."""
CROWDED: Final = 14
"""Taken slots of a pack, of twenty, from which on the hero leaves useless gear behind."""


Figures = Sequence[tuple[str, float]]
"""Stats that a piece of gear gives when it is worn."""


def figures_of(item: PackItem | WareInfo) -> Figures:
    """Return the stats of a piece or a ware, with the tenths of the small ones."""
    return [*item.figures, *((stat, tenth / 10) for stat, tenth in item.tenths)]


def worth_of(figures: Figures, hero: HeroStatus, *, casts: bool) -> float:
    """Return the approximate percentage by which a piece of gear makes a hero stronger."""
    return sum(_worth(stat, figure, hero, casts=casts) for stat, figure in figures)


def _worth(stat: str, figure: float, hero: HeroStatus, *, casts: bool) -> float:
    blows, spells = (1 - SPELL_SHARE, SPELL_SHARE) if casts else (1.0, 0.0)
    if stat == "attack" or stat.startswith("attack."):
        return 100 * blows * figure / max(1, hero.attack)
    if stat == "magic":
        return 100 * spells * figure / max(1, hero.magic)
    if stat == "life":
        return 100 * figure / max(1, hero.max_life)
    if stat == "absorb":
        return 100 * HITS * figure / max(1, hero.max_life)
    return PLAIN_WORTH.get(stat, RESISTANCE_WORTH) * figure


def dress(survey: Survey, tried: Collection[int]) -> Iterator[Intent]:
    """Yield intents that put on better gear. Gear that was `tried` stays off."""
    found = [(item, *_best_slot(survey, item)) for item in spare(survey) if item.item not in tried]
    bare = set(get_args(Slot)) - {each.slot for each in survey.pack}
    better = [
        (gain, item, slot)
        for item, slot, gain in found
        if gain >= (0 if slot in bare else WORTHWHILE)
    ]
    for _, item, slot in sorted(better, key=lambda each: (-each[0], each[1].item)):
        yield Wear(item.item, slot)


def spare(survey: Survey) -> list[PackItem]:
    """Return the gear of the pack that is not worn."""
    return [item for item in survey.pack if item.slots and not item.slot]


def _best_slot(survey: Survey, item: PackItem) -> tuple[Slot, float]:
    """Return the slot where a piece would help most, and the gain in percent."""
    gains = ((slot, gain_of(survey, item.glyph, figures_of(item), slot)) for slot in item.slots)
    return max(gains, key=lambda pair: pair[1])


def gain_of(survey: Survey, glyph: str, figures: Figures, slot: Slot) -> float:
    """Return the percentage that gear with a glyph and figures gains a hero over what it wears."""
    casts = bool(survey.spells)
    other = next((each for each in survey.pack if each.slot == slot), None)
    # The main hand keeps to the kind of weapon that the hero has learned: blade, bow or staff.
    if slot == "main_hand" and other is not None and other.glyph != glyph:
        return 0.0
    own = worth_of(figures, survey.hero, casts=casts)
    return own - (worth_of(figures_of(other), survey.hero, casts=casts) if other else 0.0)


def leave_behind(survey: Survey) -> Iterator[Intent]:
    """Yield the items to lay down before the hero leaves a floor, to make room for better ones."""
    if _is_crowded(survey):
        for item in spare(survey):
            yield Drop(item.item)


def put_away(survey: Survey, useless: Collection[int]) -> Iterator[Intent]:
    """Yield the drops of `useless` items, given by their ids, if the pack is nearly full."""
    if _is_crowded(survey):
        yield from (Drop(item.item) for item in survey.pack if item.item in useless)


def _is_crowded(survey: Survey) -> bool:
    return sum(item.takes_slot and not item.slot for item in survey.pack) >= CROWDED
