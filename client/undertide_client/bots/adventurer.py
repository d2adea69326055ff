"""The brain of a hero that explores, fights and descends according to its personality. Pure."""

from collections.abc import Iterator
from random import Random
from typing import Final

from undertide_client.bots import aid, company, roaming, tactics, wardrobe
from undertide_client.bots.memory import Floors, Fruitless
from undertide_client.bots.personality import Personality
from undertide_client.bots.survey import Survey, survey
from undertide_shared.brains import Known
from undertide_shared.messages import Climb, Explore, Give, Intent, Rest, Travel, Use, Wait, Wear

STALLED: Final = 10
"""Looks at an auto action without progress before the brain gives it up: some seconds."""
HELD: Final = 6
"""Decisions without news after which the brain stops waiting for hunters: they may never arrive."""
LOST: Final = 35
"""Decisions without news during which the brain waits for companions that lag behind."""
STRAYING: Final = 8
"""Decisions during which a bored hero strays: enough to leave the place where it was stuck."""


class Adventurer:
    """A brain that plays.

    The same personality, course, moments and outcomes give the same intents. `course` seeds the
    chance with which it strays. Besides its personality it remembers only what keeps it from going
    in circles: fruitless intents in the present situation, its knowledge of each floor, and the
    time without news.
    """

    def __init__(self, personality: Personality, course: str = "") -> None:
        self.personality = personality
        self._chance = Random(f"chance {course}")
        self._fruitless = Fruitless()
        self._last: Intent | None = None
        self._running = False
        self._under_fire = False
        self._is_struck = False
        """Whether the hero has lost life since its last decision."""
        self._tried: set[int] = set()
        """Gear that the hero has worn at some time."""
        self._read: set[int] = set()
        """Books about spells that the hero knows."""
        self._gifts = 0
        self._life = 0
        self._stalled = 0
        self._floors = Floors()
        self._experience = 0
        self._boredom = 0
        self._well_being = 0
        self._awaits_others = False
        self._braves = False

    def decide(self, known: Known) -> Intent | None:
        """Return the next intent; None while there is nothing to decide.

        That is while `known` shows no living hero, and while an auto action makes progress.
        """
        view = survey(known)
        if view is not None:
            self._notice(view)
        if view is None or (view.hero.activity != "none" and self._goes_well(view)):
            return None
        self._compare(view)
        self._feel(view)
        self._grow_bored(view)
        intent = self._choose(view)
        self._note(view, intent)
        self._running = isinstance(intent, Travel) and tactics.is_in_danger(view, self.personality)
        self._last = intent
        self._stalled = 0
        return intent

    def _notice(self, view: Survey) -> None:
        """Remember what comes into view, whatever the hero does. By default that is nothing."""

    def _note(self, view: Survey, intent: Intent) -> None:
        """Remember the consequence of an intent for the floor, and for the hero's gear."""
        if isinstance(intent, Wear):
            self._tried.add(intent.item)
        self._gifts += isinstance(intent, Give)
        self._floors.here(view).record_intent(view, intent)

    def refused(self, intent: Intent, known: Known) -> None:
        """Take in that the server refused an intent. `known` is the moment after that."""
        view = survey(known)
        if view is not None and isinstance(intent, Climb) and not self._floors.here(view).warned:
            self._floors.here(view).warned = True
            self._last = None
            return
        self._fruitless.refuse(intent)
        if view is not None and isinstance(intent, Use) and intent.item in view.books:
            self._fruitless.give_up(intent)
            self._read.add(intent.item)
        if view is not None and isinstance(intent, Explore) and not view.foes:
            self._floors.here(view).explored_with = view.known_cells

    def _goes_well(self, view: Survey) -> bool:
        """Return whether the auto action makes progress, and no hunter is beside the hero.

        A running hero need not look back.
        """
        if self.personality.sociable and self._is_called(view):
            return False
        still = self._fruitless.is_unchanged(view) and view.hero.activity != "rest"
        self._stalled = self._stalled + 1 if still else 0
        attacked = not self._running and any(foe.apart == 1 for foe in view.hunters)
        return not attacked and self._stalled < STALLED

    def _is_called(self, view: Survey) -> bool:
        """Return whether companions are reason enough to give up an auto action."""
        return company.is_left_alone(view) or company.has_rested(view)

    def _compare(self, view: Survey) -> None:
        """Mark the last intent as fruitless if it changed nothing; otherwise clear the marks."""
        if not self._fruitless.is_unchanged(view):
            self._fruitless.drop_situation()
        elif self._last is not None and not self._bides_time(view):
            self._fruitless.add(self._last)

    def _bides_time(self, view: Survey) -> bool:
        """Return whether the hero waited on purpose: for others, or for the end of an ailment."""
        waits = self._awaits_others or view.agreement is not None
        return waits or (isinstance(self._last, Rest) and bool(view.ails))

    def _feel(self, view: Survey) -> None:
        """Note wounds from afar, for as long as anybody hunts the hero."""
        self._is_struck = view.hero.life < self._life
        hurt = self._is_struck and not any(foe.apart == 1 for foe in view.foes)
        self._under_fire = bool(view.hunters) and (self._under_fire or hurt)
        self._life = view.hero.life

    @property
    def _waits_in_vain(self) -> bool:
        """Return whether hunters strike from afar, or have not come for long."""
        return self._under_fire or self._boredom >= HELD

    def _grow_bored(self, view: Survey) -> None:
        """Count the decisions since the last discovery, experience or healing."""
        floor, known = self._floors.here(view), view.known_cells
        healed = view.well_being > self._well_being
        has_time = not view.hunters and view.tide < self.personality.tide_limit
        better = self.personality.sociable and healed and has_time
        self._well_being = view.well_being
        if known > floor.known or view.hero.experience != self._experience or better:
            floor.known = max(known, floor.known)
            self._experience = view.hero.experience
            self._boredom = 0
            return
        self._boredom += 1
        if self._boredom >= self.personality.patience + STRAYING:
            self._boredom = self.personality.patience // 2

    def _choose(self, view: Survey) -> Intent:
        """Return the first candidate that is not fruitless here."""
        for intent in self._candidates(view):
            if intent not in self._fruitless:
                return intent
        return Wait()

    def _candidates(self, view: Survey) -> Iterator[Intent]:
        self._awaits_others = False
        if self._braves and view.is_shunned(view.cell) and not view.hunters:
            yield from self._braving(view)
        self._braves = False
        if self.personality.sociable:
            yield from aid.revive(view)
        yield from roaming.step_out(view)
        if self._boredom >= self.personality.patience:
            if tactics.is_in_danger(view, self.personality):
                yield from tactics.drink(view)
            yield from tactics.strike(view, self.personality)
            yield from self._braving(view)
            if self._chance.random() < 0.5:
                yield from roaming.descend(view, self.personality)
        else:
            if view.foes:
                yield from self._fight(view)
            elif self.personality.resourceful:
                yield from self._equip(view)
            yield from self._recover(view)
            yield from self._go_together(view) if self.personality.sociable else self._go_on(view)
        yield from roaming.stray(view, self._chance)

    def _fight(self, view: Survey) -> Iterator[Intent]:
        yield from tactics.fight(view, self.personality, under_fire=self._waits_in_vain)

    def _equip(self, view: Survey) -> Iterator[Intent]:
        yield from wardrobe.dress(view, self._tried)
        yield from aid.share(view, self._gifts)
        yield from aid.fetch(view)

    def _recover(self, view: Survey) -> Iterator[Intent]:
        yield from roaming.settle(view, self.personality)

    def _go_on(self, view: Survey) -> Iterator[Intent]:
        yield from self._braving(view)
        enough, spent = self._has_seen_enough(view), self._floors.spent(view)
        yield from roaming.go_on(view, self.personality, enough=enough, spent=spent)

    def _braving(self, view: Survey) -> Iterator[Intent]:
        """Yield the way through harm if no other way is left.

        On it, the hero does not step back out.
        """
        if self._braves or self._floors.here(view).is_explored(view):
            for intent in roaming.brave(view):
                self._braves = True
                yield intent
        self._braves = False

    def _go_together(self, view: Survey) -> Iterator[Intent]:
        """Yield the intents of a leader that waits for the others, or of a follower."""
        yield from company.second(view)
        yield from company.regroup(view)
        if company.leader_of(view) is not None:
            yield from self._awaiting(company.stay(view))
        else:
            if view.tide < self.personality.tide_limit:
                yield from self._awaiting(company.await_the_hurt(view))
            if self._may_wait():
                yield from self._awaiting(company.await_the_lost(view))
        for intent in self._go_on(view):
            if isinstance(intent, Climb):
                yield from self._lighten(view)
                if self._may_wait():
                    yield from self._awaiting(company.gather(view))
            yield intent

    def _may_wait(self) -> bool:
        """Return whether companions that aren't near are worth another wait."""
        return self._boredom < LOST

    def _lighten(self, view: Survey) -> Iterator[Intent]:
        yield from wardrobe.leave_behind(view)

    def _awaiting(self, waits: Iterator[Intent]) -> Iterator[Intent]:
        """Yield ways to wait for others. They are not fruitless even if nothing changes."""
        for intent in waits:
            self._awaits_others = True
            yield intent
        self._awaits_others = False

    def _has_seen_enough(self, view: Survey) -> bool:
        """Return whether it is time to leave this floor."""
        return self._floors.here(view).is_enough(view, self.personality)
