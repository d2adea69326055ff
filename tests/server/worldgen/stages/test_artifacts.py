"""R8: artifacts, once a run at the most."""

from collections import Counter

from support.worlds.drafts import Games
from support.worlds.staging import make_test_game
from undertide_server.worldgen.game.game import Game
from undertide_server.worldgen.items.keys import piece_of
from undertide_server.worldgen.stages.artifacts import REACH, artifacts_at, depth_of, is_artifact

GAME = make_test_game()
RULES = GAME.ruleset
GAMES = Games(RULES, 200)


def all_of(game: Game) -> list[str]:
    numbers = range(1, len(game.curve.floors) + 1)
    return [item for number in numbers for item in artifacts_at(game, number)]


def test_an_artifact_lies_at_one_depth_at_the_most() -> None:
    for game in GAMES:
        names = [piece_of(item).base for item in all_of(game)]
        assert len(set(names)) == len(names)


def test_it_lies_no_higher_than_its_first_floor_and_not_far_below() -> None:
    for game in GAMES:
        for item in all_of(game):
            piece = piece_of(item)
            first = RULES.artifacts[piece.base].floor
            number = depth_of(game, piece.base)
            assert number is not None
            assert first <= number <= min(20, first + REACH)
            assert piece.depth == number


def test_each_is_in_as_many_runs_as_its_chance_says() -> None:
    counts = Counter(piece_of(item).base for game in GAMES for item in all_of(game))
    for key, artifact in RULES.artifacts.items():
        assert abs(counts[key] / len(GAMES) - artifact.percent / 100) < 0.12


def test_short_runs_have_none_of_the_deep() -> None:
    assert depth_of(make_test_game("keep"), "last_word") is None


def test_artifacts_are_told_from_other_gear() -> None:
    assert is_artifact(GAME, "dawnbreaker^9")
    assert not is_artifact(GAME, "long_sword^9")
    assert not is_artifact(GAME, "health_potion")
