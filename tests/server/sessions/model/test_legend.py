"""The legend of a game: what clients are told of it when they come in."""

import pytest

from support.content.repertoire import REPERTOIRE
from support.content.shipped import shipped
from support.worlds.staging import Stage, make_test_game
from undertide_server.sessions.model.legend import ground_words, tile_looks, variations_of
from undertide_server.worldgen.game.game import make_game

ROOM = ["#####", "#@..#", "#...#", "#####"]


def test_the_legend_tells_what_errands_go_round_and_what_ground_does() -> None:
    game = Stage(ROOM).game
    terrain = game.terrain
    looks = {look.name: look for look in tile_looks(game)}
    spikes, floor = (terrain.records[terrain.codes[key]].name for key in ("spikes", "floor"))
    assert looks[spikes].shunned
    assert looks[spikes].description
    assert not looks[floor].shunned
    assert looks[floor].description == ""


def test_each_variation_of_the_subtitle_is_explained() -> None:
    game = make_game(shipped("default"), b"sixteen bytes ok", REPERTOIRE)
    told = variations_of(game)
    assert ", ".join(each.name for each in told) == game.variety.subtitle != ""
    described = game.ruleset.variety.variations
    assert [each.description for each in told] == [
        described[key].description for key in game.variety.variations
    ]


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
