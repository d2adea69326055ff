"""What a player is told of ground."""

import pytest

from support.worlds.staging import make_test_game
from undertide_server.views.ground_words import ground_words

TERRAIN = make_test_game().terrain


def words_of(key: str) -> str:
    return ground_words(TERRAIN, TERRAIN.codes[key])


@pytest.mark.parametrize("key", ["unknown", "floor", "wall", "stairs_down"])
def test_plain_ground_does_nothing(key: str) -> None:
    assert words_of(key) == ""


def test_harm_is_told_with_its_kind() -> None:
    record = TERRAIN.records[TERRAIN.codes["spikes"]]
    assert record.harm is not None
    assert words_of("spikes") == f"Staying here does {record.harm.damage} damage."


def test_rough_ground_slows() -> None:
    assert "Walking is slow here." in words_of("mud")


def test_cover_is_told_with_its_share() -> None:
    share = TERRAIN.records[TERRAIN.codes["barricade"]].cover
    assert f"Cover here stops {share} of 100 missiles." in words_of("barricade")


def test_where_no_magic_works_is_told() -> None:
    assert words_of("quiet_floor") == "No magic works here."


def test_what_catches_fire_is_told() -> None:
    assert "Fire can spread here." in words_of("grass")
    assert "Fire" not in words_of("stone_door")


def test_every_ground_that_harms_says_so() -> None:
    for code, record in enumerate(TERRAIN.records):
        assert ("damage" in ground_words(TERRAIN, code)) == (record.harm is not None)


@pytest.mark.parametrize("key", ["glass", "statue"])
def test_what_is_solid_and_seen_through_says_what_passes_it(key: str) -> None:
    assert words_of(key) == "Nobody can walk here, but sight, missiles and spells pass."
