import pytest

from undertide_client.screens.words.bearings import arrow_to, bearing_words, place_words


@pytest.mark.parametrize(
    ("there", "words"),
    [
        ((5, 5), "here"),
        ((9, 5), "4→"),
        ((5, 9), "4↓"),
        ((1, 5), "4←"),
        ((5, 1), "4↑"),
        ((8, 2), "3↗"),
        ((2, 2), "3↖"),
        ((8, 9), "4↘"),
        ((15, 6), "10→"),
        ((2, 8), "3↙"),
    ],
)
def test_distance_and_direction(there: tuple[int, int], words: str) -> None:
    assert bearing_words((5, 5), there) == words


def test_without_a_place_to_start_there_is_no_bearing() -> None:
    assert bearing_words(None, (3, 3)) == ""


@pytest.mark.parametrize(
    ("there", "arrow"),
    [((5, 0), "→"), ((5, 2), "→"), ((5, 3), "↘"), ((1, 9), "↓"), ((-3, 3), "↙"), ((0, -1), "↑"),
     ((-4, -4), "↖"), ((-9, 1), "←"), ((2, -3), "↗")],
)  # fmt: skip
def test_an_arrow_points_along_the_nearest_of_eight_directions(
    there: tuple[int, int], arrow: str
) -> None:
    assert arrow_to((0, 0), there) == arrow


@pytest.mark.parametrize(
    ("there", "words"),
    [
        ((5, 5), "here"),
        ((6, 5), "1 step east"),
        ((5, 9), "4 steps south"),
        ((2, 2), "3 steps north-west"),
        ((10, 3), "5 east and 2 north"),
        ((4, 12), "7 south and 1 west"),
    ],
)
def test_a_place_in_words_can_be_walked_to(there: tuple[int, int], words: str) -> None:
    assert place_words((5, 5), there) == words


def test_without_a_place_to_start_there_are_no_words() -> None:
    assert place_words(None, (3, 3)) == ""
