"""The brain of a hero that plays the whole game as well as a bot can. Pure."""

from collections.abc import Iterator
from typing import Final

from undertide_client.bots import (
    company,
    forging,
    magic,
    market,
    quest,
    stronghold,
    tactics,
    wardrobe,
)
from undertide_client.bots.adventurer import LOST, Adventurer
from undertide_client.bots.personality import Personality
from undertide_client.bots.survey import Survey
from undertide_shared.messages import Intent

FIT: Final = 60
"""Percent of life from which on a hero helps a companion before it rests."""

FOLLOWED: Final = 8
"""Decisions without news during which a leader waits for companions to come after it."""
MOST_WAITS: Final = 40
"""Most waits for lost companions: they may be waiting too, and each wait brings more monsters."""


class Expert(Adventurer):
    """An adventurer that leaves lost fights, forges, and grows before it goes deeper."""

    def __init__(self, personality: Personality, course: str = "", *, forges: bool = True) -> None:
        super().__init__(personality, course)
        self._forges = forges
        self._within_reach: set[int] = set()
        """The branches that stairs which the hero has seen lead to."""
        self._has_waited = False
        """Whether the hero has waited long enough for lost companions."""
        self._flight = stronghold.Flight()
        self._market = market.Market()
        self._quest = quest.Quest()

    def _notice(self, view: Survey) -> None:
        self._market.observe_traders(view)
        self._quest.observe_amulets(view)

    def _fight(self, view: Survey) -> Iterator[Intent]:
        yield from magic.heal(view)
        if self._is_struck and view.health < self.personality.caution:
            yield from tactics.drink(view)
        for intent in self._fight_or_leave(view):
            if not self._flight.leads_back(view, intent):
                yield intent

    def _fight_or_leave(self, view: Survey) -> Iterator[Intent]:
        if stronghold.is_failing(view) and not self._flight.is_pointless(view):
            yield from stronghold.leave(view)
        yield from super()._fight(view)

    def _equip(self, view: Survey) -> Iterator[Intent]:
        yield from super()._equip(view)
        unwanted = forging.unwanted(view) if self._forges else wardrobe.spare(view)
        yield from self._market.trade(view, unwanted)
        if self._forges:
            yield from forging.forge(view)
            yield from forging.break_down(view)

    def _recover(self, view: Survey) -> Iterator[Intent]:
        if view.health >= FIT and not view.hunters:
            yield from company.help_out(view)
        yield from super()._recover(view)

    def _lighten(self, view: Survey) -> Iterator[Intent]:
        yield from forging.lighten(view) if self._forges else super()._lighten(view)
        yield from wardrobe.put_away(view, self._read)

    def _go_on(self, view: Survey) -> Iterator[Intent]:
        self._within_reach.update(map(view.leads_to, view.stairs("down")))
        leader = company.leader_of(view)
        if leader is not None and leader.branch != view.branch:
            yield from quest.way_to(view, leader.branch)
        if leader is None:
            yield from self._reunite(view)
        if leader is None and self._boredom < LOST and self._has_seen_enough(view):
            yield from self._quest.go_back(view)
        ready = leader is None and self._boredom < LOST and self._has_seen_enough(view)
        if ready and quest.is_worthwhile(view):
            for floor in quest.side_floors(view, self._within_reach):
                yield from quest.way_to(view, floor.id)
        yield from super()._go_on(view)

    def _reunite(self, view: Survey) -> Iterator[Intent]:
        """Yield a leader's waits for companions on other floors, and then the way to them."""
        away = [one.branch for one in view.party if one.branch != view.branch]
        if away and self._boredom < FOLLOWED and self._may_wait():
            yield from self._awaiting(company.bide())
        if self._boredom < LOST:
            for branch in away:
                yield from quest.way_to(view, branch)

    def _may_wait(self) -> bool:
        """Return whether lost companions are worth another wait."""
        return super()._may_wait() and not self._has_waited

    def _note(self, view: Survey, intent: Intent) -> None:
        super()._note(view, intent)
        self._flight.record_intent(view, intent)
        floor = self._floors.here(view)
        floor.waits = 0 if company.is_together(view) else floor.waits + self._awaits_others
        # A follower waits for its leader where the leader will come, unless the tide rises.
        searches = company.leader_of(view) is None or view.tide >= self.personality.tide_limit
        self._has_waited = searches and floor.waits >= MOST_WAITS
