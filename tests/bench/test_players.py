"""Measured humans play in bursts with thought between them; bots never rest."""

import random
import statistics
import sys
from collections import Counter
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent))

from players import (
    ABSENCE_SECONDS,
    BLOWS,
    BOT_BLOWS,
    BOT_SECONDS,
    MOURNING_SECONDS,
    STEP_SECONDS,
    THOUGHT_SECONDS,
    UNEVEN,
    Choice,
    Human,
    LightBot,
)

from undertide_shared.messages import Climb, Explore, Fight, Move

LONGEST_STEP = STEP_SECONDS * (1 + UNEVEN)
ASLEEP_SECONDS = 120.0
"""Without a key, until a hero falls asleep."""


@pytest.fixture(params=range(5))
def human(request: pytest.FixtureRequest) -> Human:
    return Human(random.Random(request.param))


def choices(human: Human, number: int) -> list[Choice]:
    return [human.choose("done", None) for _ in range(number)]


def exploring(human: Human) -> None:
    """Play until the human explores."""
    while not isinstance(human.choose("done", None).intent, Explore):
        pass


class TestHuman:
    def test_takes_a_step_each_half_second_within_a_burst(self, human: Human) -> None:
        steps = [each for each in choices(human, 2000) if isinstance(each.intent, Move)]
        within = [each.seconds for each in steps if each.seconds < THOUGHT_SECONDS[0]]
        assert statistics.mean(within) == pytest.approx(STEP_SECONDS, rel=0.05)
        assert len(within) > len(steps) * 3 / 4

    def test_thinks_between_bursts(self, human: Human) -> None:
        pauses = [each.seconds for each in choices(human, 2000) if each.seconds > LONGEST_STEP]
        assert len(pauses) > 200
        assert min(pauses) >= THOUGHT_SECONDS[0]

    def test_is_away_at_times_but_never_so_long_that_its_hero_sleeps(self, human: Human) -> None:
        pauses = [each.seconds for each in choices(human, 2000)]
        assert ABSENCE_SECONDS[0] < max(pauses) < ASLEEP_SECONDS

    def test_acts_about_every_second_and_a_half(self, human: Human) -> None:
        mean = statistics.mean(each.seconds for each in choices(human, 4000))
        assert 1.0 < mean < 2.5

    def test_fights_at_once_where_it_may_not_explore(self, human: Human) -> None:
        exploring(human)
        first = human.choose("refused", None)
        assert isinstance(first.intent, Fight)
        assert first.seconds <= LONGEST_STEP
        blows = 1
        while isinstance(human.choose("done", None).intent, Fight):
            blows += 1
        assert BLOWS[0] <= blows <= BLOWS[1]

    def test_goes_down_where_nobody_is_to_be_fought(self, human: Human) -> None:
        exploring(human)
        human.choose("refused", (3, 4))
        assert human.choose("refused", (3, 4)).intent == Climb(3, 4)
        assert not isinstance(human.choose("waiting", (3, 4)).intent, Climb)

    def test_reads_how_it_died_and_then_begins_anew(self, human: Human) -> None:
        choice = human.choose("over", None)
        assert choice.intent is None
        assert MOURNING_SECONDS[0] <= choice.seconds <= MOURNING_SECONDS[1]

    def test_plays_the_same_by_the_same_chance(self) -> None:
        assert choices(Human(random.Random(7)), 50) == choices(Human(random.Random(7)), 50)
        assert choices(Human(random.Random(7)), 50) != choices(Human(random.Random(8)), 50)


class TestLightBot:
    def test_never_rests(self) -> None:
        bot = LightBot(random.Random(1))
        pauses = [bot.choose("done", None).seconds for _ in range(500)]
        assert BOT_SECONDS[0] <= min(pauses) <= max(pauses) <= BOT_SECONDS[1]

    def test_strikes_about_itself_where_it_may_not_explore(self) -> None:
        bot = LightBot(random.Random(1))
        bot.choose("done", None)
        chosen = Counter(type(bot.choose("refused", None).intent) for _ in range(BOT_BLOWS))
        assert chosen == {Move: BOT_BLOWS}
        assert isinstance(bot.choose("done", None).intent, Explore)
