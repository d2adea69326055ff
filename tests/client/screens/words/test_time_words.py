import pytest

from support.client.screen_text import playing
from undertide_client.screens.words.time_words import short_span_words, span_words
from undertide_shared.messages import PaceMode, PaceStatus


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
