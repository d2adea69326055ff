from datetime import UTC, datetime

import pytest

from undertide_client.saved.runs import SavedRun
from undertide_client.screens.words.saved_words import moment_words, saved_run_words

NOW = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)


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
