"""The legend of a game: what clients are told of it when they come in."""

from support.content.repertoire import REPERTOIRE
from support.content.shipped import shipped
from support.worlds.staging import Stage
from undertide_server.sessions.model.legend import tile_looks, variations_of
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
