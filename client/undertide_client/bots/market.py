"""Trade in shops (R8): the sale of gear that nobody wants, and wares to buy. Best first. Pure."""

from collections.abc import Iterator, Mapping
from typing import Final

from undertide_client.bots import wardrobe
from undertide_client.bots.ground import DIRECTIONS, beside
from undertide_client.bots.sights import Ware
from undertide_client.bots.survey import Survey
from undertide_shared.geometry import Cell, distance
from undertide_shared.messages import Intent, PackItem, Sell, Take, Travel

STOCK: Final[Mapping[str, int]] = {"heal": 5, "feed": 2}
"""The effects of items that a hero buys, and how many of them it carries at most."""
WORTH_GOLD: Final = 8.0
"""Percent of power that gear must add to be bought: floors give gear for nothing."""


class Market:
    """A memory of the cells where traders were last seen, by branch."""

    def __init__(self) -> None:
        self._traders: dict[int, Cell] = {}

    def observe_traders(self, survey: Survey) -> None:
        """Take in the traders in sight. Forget one that isn't at its cell any more."""
        cell = self._traders.get(survey.branch)
        if cell is not None and survey.is_seen(cell):
            del self._traders[survey.branch]
        for seen in survey.traders[:1]:
            self._traders[survey.branch] = seen

    def trade(self, survey: Survey, unwanted: list[PackItem]) -> Iterator[Intent]:
        """Yield sales of what is `unwanted`, purchases, and the ways to both."""
        for item in unwanted:
            if item.offer > 0:
                yield Sell(item.item)
        trader = self._traders.get(survey.branch)
        if unwanted and trader is not None and distance(trader, survey.cell) > 1:
            around = {beside(trader, step) for step in DIRECTIONS}
            yield from _way_to(survey, [*around.intersection(survey.ground())])
        yield from _buy(survey)


def _buy(survey: Survey) -> Iterator[Intent]:
    """Yield the purchase of the best ware that the hero can pay, or the way to it."""
    offers = [(_worth(survey, ware), ware) for ware in survey.wares]
    wanted = [(worth, ware) for worth, ware in offers if worth > 0]
    if not wanted:
        return
    reached = {survey.cell, *survey.ground()}
    for _, ware in sorted(wanted, key=lambda each: (-each[0], each[1].cell)):
        if ware.cell == survey.cell:
            yield Take()
        elif ware.cell in reached:
            yield from _way_to(survey, [ware.cell])


def _worth(survey: Survey, ware: Ware) -> float:
    """Return how much the hero wants a ware: a percentage of power; 0 if it doesn't buy it."""
    told = ware.told
    if told.price > survey.hero.gold:
        return 0.0
    if told.slots:
        figures = wardrobe.figures_of(told)
        gain = max(wardrobe.gain_of(survey, ware.glyph, figures, slot) for slot in told.slots)
        return gain if gain >= WORTH_GOLD and _has_room(survey) else 0.0
    effect = told.does[0] if told.does else ""
    carried = sum(item.count for item in survey.pack if item.does[:1] == [effect])
    return WORTH_GOLD if carried < STOCK.get(effect, 0) else 0.0


def _has_room(survey: Survey) -> bool:
    """Return whether the pack has a free slot, as far as the server tells."""
    taken = sum(item.takes_slot and not item.slot for item in survey.pack)
    return not survey.hero.pack_size or taken < survey.hero.pack_size


def _way_to(survey: Survey, cells: list[Cell]) -> Iterator[Intent]:
    """Yield travels to free cells, nearest first."""
    free = [cell for cell in cells if survey.is_free(cell)]
    for cell in sorted(free, key=lambda cell: (distance(cell, survey.cell), cell)):
        yield Travel(*cell)
