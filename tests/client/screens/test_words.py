import pytest

from client_examples import PARTY
from screen_text import playing
from undertide_client.screens.words import (
    change_words,
    health_words,
    mark_words,
    name_of_seat,
    pace_words,
    state_words,
    tide_words,
)
from undertide_shared.messages import PaceStatus, Sighting, TideGauge


@pytest.mark.parametrize(
    ("pace", "words"),
    [
        (PaceStatus("solo"), "turn by turn"),
        (PaceStatus("real"), "real time"),
        (PaceStatus("idle"), "time stands still"),
        (PaceStatus("party"), "party turns"),
        (PaceStatus("party", waiting_for=[0, 1]), "party turns: waiting for you, Bob"),
        (PaceStatus("party", waiting_for=[99]), "party turns"),
    ],
)
def test_pace_is_told_in_words(pace: PaceStatus, words: str) -> None:
    assert pace_words(playing(pace=pace, party=PARTY).mirror) == words


@pytest.mark.parametrize(
    ("pace", "words"),
    [
        (PaceStatus("solo", "real", 2600), "turns end in 3 s"),
        (PaceStatus("real", "solo", 1000), "turn by turn in 1 s"),
        (PaceStatus("solo", "real", -5), "turns end in 0 s"),
        (PaceStatus("solo"), ""),
        (PaceStatus("real", "real"), ""),
    ],
)
def test_a_change_of_pace_is_announced(pace: PaceStatus, words: str) -> None:
    assert change_words(pace) == words


@pytest.mark.parametrize(
    ("tide", "words"),
    [
        (TideGauge(-1, 0, "calm"), "calm"),
        (TideGauge(34, 1, "rising"), "34%"),
        (TideGauge(1000, 5, ""), "100%"),
    ],
)
def test_the_tide_is_told_in_words(tide: TideGauge, words: str) -> None:
    assert tide_words(tide) == words


@pytest.mark.parametrize(
    ("tide", "words"),
    [
        (TideGauge(5, 2, "trickle"), "≈≈ trickle"),
        (TideGauge(-1, 0, "calm"), ""),
        (TideGauge(5, -3, ""), ""),
        (TideGauge(5, 2**60, "flood"), "≈≈≈≈≈≈≈≈ flood"),
    ],
)
def test_the_marks_of_the_tide_are_told(tide: TideGauge, words: str) -> None:
    assert mark_words(tide) == words


@pytest.mark.parametrize(
    ("percent", "words"),
    [(100, "unhurt"), (99, "scratched"), (50, "wounded"), (20, "badly hurt"), (1, "almost dead")],
)
def test_health_is_told_in_words(percent: int, words: str) -> None:
    assert health_words(percent) == words


def test_a_monster_s_mood_and_a_hero_s_state_are_told() -> None:
    assert state_words(Sighting(1, 1, 0, 0, 50, "hunting")) == "wounded, hunting"
    assert state_words(Sighting(1, 1, 0, 0, 100, "linkdead")) == "unhurt, link lost"
    assert state_words(Sighting(1, 1, 0, 0, 100, "alive")) == "unhurt"


def test_seats_have_names() -> None:
    mirror = playing().mirror
    assert [name_of_seat(mirror, seat) for seat in (0, None, 9)] == ["Ann", "the party", "seat 9"]
