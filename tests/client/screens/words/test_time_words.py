from datetime import UTC, datetime

import pytest

from support.client.screen_text import playing
from undertide_client.saved.runs import SavedRun
from undertide_client.screens.words.time_words import (
    moment_words,
    saved_run_words,
    short_span_words,
    span_words,
)
from undertide_shared.messages import PaceMode, PaceStatus

NOW = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("mode", "ticks", "words", "short"),
    [
        ("real", 25, "3 s", "3 s"),
        ("idle", 10, "1 s", "1 s"),
        ("solo", 25, "13 turns", "13 t"),
        ("party", 150, "75 turns", "75 t"),
        ("solo", 1, "1 turn", "1 t"),
    ],
)
def test_time_is_told_in_turns_where_it_waits_for_heroes(
    mode: PaceMode, ticks: int, words: str, short: str
) -> None:
    mirror = playing(pace=PaceStatus(mode)).mirror
    assert span_words(ticks, mirror) == words
    assert short_span_words(ticks, mirror) == short


def test_seconds_are_those_of_the_session() -> None:
    mirror = playing(pace=PaceStatus("real")).mirror
    mirror.ticks_per_second = 5
    assert span_words(25, mirror) == "5 s"


@pytest.mark.parametrize(
    ("then", "words"),
    [
        (datetime(2026, 3, 1, 0, 5, tzinfo=UTC), "today at 0:05"),
        (datetime(2026, 2, 28, 21, 4, tzinfo=UTC), "yesterday at 21:04"),
        (datetime(2026, 2, 27, 21, 4, tzinfo=UTC), "27 February at 21:04"),
        (datetime(2025, 12, 31, 21, 4, tzinfo=UTC), "31 December 2025"),
    ],
)
def test_a_moment_is_told_as_seen_from_now(then: datetime, words: str) -> None:
    assert moment_words(then, NOW) == words


def test_a_run_is_told_by_heroes_floor_and_time() -> None:
    run = SavedRun("r", "abcde", "default", "live", "", ["Ann", "Bob"], 3, NOW.timestamp())
    assert saved_run_words(run, NOW) == "Ann and Bob, floor 3, today at 9:30"
