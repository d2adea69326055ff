import pytest

from undertide_client.screens.words.bearings import bearing_words


@pytest.mark.parametrize(
    ("there", "words"),
    [
        ((5, 5), "here"),
        ((9, 5), "4 east"),
        ((5, 9), "4 south"),
        ((1, 5), "4 west"),
        ((5, 1), "4 north"),
        ((8, 2), "3 north-east"),
        ((2, 2), "3 north-west"),
        ((8, 9), "4 south-east"),
        ((15, 6), "10 east"),
        ((2, 8), "3 south-west"),
    ],
)
def test_distance_and_direction(there: tuple[int, int], words: str) -> None:
    assert bearing_words((5, 5), there) == words
