"""How measured players choose what to do, and how long they take for it. Pure, but for chance.

`Human` plays as people do: bursts of play with a step each half second, and thought between them.
It goes down where nothing is left to explore. `LightBot` never rests, and stays on its floor.
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, Protocol

from undertide_shared.geometry import Cell
from undertide_shared.messages import Climb, Explore, Fight, Intent, Move

Outcome = Literal["waiting", "done", "refused", "over", "late"]
"""What became of an intent. "over": there is no living hero. "late": no answer came in time."""

STEP_SECONDS: Final = 0.5
"""Between two steps of a human in a burst: a tap, and a look at where it led."""
UNEVEN: Final = 0.3
"""Share of a time by which a human is early or late: nobody is a clock."""
STEPS: Final = (3, 12)
"""Steps of a burst of walking: across a room, or along a corridor."""
TURN_CHANCE: Final = 0.25
"""That a step of a walk goes another way than the one before."""
BLOWS: Final = (3, 8)
"""Blows of a burst of fighting. Most fights with one monster take so many."""
EXPLORES: Final = (1, 3)
"""Auto-explores in a row, before a human looks at what there is."""
WATCH_SECONDS: Final = (2.0, 6.0)
"""For which a human watches its hero explore."""
EXPLORE_CHANCE: Final = 0.5
"""That a burst explores. Otherwise it walks by hand."""
THOUGHT_SECONDS: Final = (1.0, 6.0)
"""Between two bursts: to read the log, look at the pack, and choose a way."""
ABSENCE_CHANCE: Final = 0.05
"""That a human does something else after a burst: it talks, or drinks its tea."""
ABSENCE_SECONDS: Final = (15.0, 45.0)
"""Of such an absence. A hero whose player is away for two minutes would fall asleep."""
MOURNING_SECONDS: Final = (4.0, 10.0)
"""From a death to the next hero: the player reads how it came."""

BOT_SECONDS: Final = (0.1, 0.6)
"""Between an answer and a bot's next intent: what people who are good at it take."""
BOT_BLOWS: Final = 6
"""Steps of a bot about itself after an auto action was refused: somebody is near."""


@dataclass(frozen=True)
class Choice:
    """What a player does next. It waits first; without an intent it asks for a new hero."""

    seconds: float
    intent: Intent | None


class Player(Protocol):
    """A player's mind."""

    def choose(self, outcome: Outcome, way_down: Cell | None, /) -> Choice:
        """Return what the player does next, by what became of its last intent.

        `way_down` is a cell with stairs down, if the player knows one.
        """


class Human:
    """A mind that plays in bursts, with thought between them."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._left = 0
        """Intents that are left of this burst."""
        self._burst: Literal["walk", "explore", "fight"] = "walk"
        self._way = (1, 0)
        self._watches = False
        """Whether the last intent was one that a human watches for a while."""

    def choose(self, outcome: Outcome, way_down: Cell | None) -> Choice:
        """Go on with the burst, or think and begin another one."""
        if outcome == "over":
            self._left, self._watches = 0, False
            return Choice(self._chance.uniform(*MOURNING_SECONDS), None)
        if outcome == "refused" and self._burst == "explore":
            # Somebody is in view, or nothing is left. A human fights without much thought.
            self._begin("fight", BLOWS)
            seconds = self._step_seconds()
        elif outcome == "refused" and self._burst == "fight" and way_down is not None:
            # Nobody was in view.
            self._begin("explore", (1, 1))
            self._left, self._watches = 0, True
            return Choice(self._step_seconds(), Climb(*way_down))
        elif self._left:
            seconds = self._watched() if self._watches else self._step_seconds()
        else:
            seconds = (self._watched() if self._watches else 0.0) + self._thought()
            self._begin_any()
        self._left -= 1
        self._watches = self._burst == "explore"
        return Choice(seconds, self._intent())

    def _begin_any(self) -> None:
        if self._chance.random() < EXPLORE_CHANCE:
            self._begin("explore", EXPLORES)
        else:
            self._way = self._any_way()
            self._begin("walk", STEPS)

    def _begin(self, burst: Literal["walk", "explore", "fight"], length: tuple[int, int]) -> None:
        self._burst = burst
        self._left = self._chance.randint(*length)

    def _intent(self) -> Intent:
        match self._burst:
            case "explore":
                return Explore()
            case "fight":
                return Fight()
        if self._chance.random() < TURN_CHANCE:
            self._way = self._any_way()
        return Move(*self._way)

    def _any_way(self) -> tuple[int, int]:
        return _way(self._chance)

    def _step_seconds(self) -> float:
        return STEP_SECONDS * self._chance.uniform(1 - UNEVEN, 1 + UNEVEN)

    def _watched(self) -> float:
        return self._chance.uniform(*WATCH_SECONDS)

    def _thought(self) -> float:
        is_absent = self._chance.random() < ABSENCE_CHANCE
        return self._chance.uniform(*(ABSENCE_SECONDS if is_absent else THOUGHT_SECONDS))


class LightBot:
    """A mind that explores, and strikes about itself where that is refused."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._blows = 0

    def choose(self, outcome: Outcome, _way_down: Cell | None) -> Choice:
        """Explore, or strike."""
        seconds = self._chance.uniform(*BOT_SECONDS)
        if outcome == "over":
            return Choice(seconds, None)
        if outcome == "refused" and not self._blows:
            self._blows = BOT_BLOWS
        if not self._blows:
            return Choice(seconds, Explore())
        self._blows -= 1
        return Choice(seconds, Move(*_way(self._chance)))


def _way(chance: random.Random) -> tuple[int, int]:
    """Return one of the eight ways to a neighbouring cell."""
    ways = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
    return chance.choice(ways)


MINDS: Final[Mapping[str, Callable[[random.Random], Player]]] = {"human": Human, "bots": LightBot}
"""The minds, by the words of the command line."""
