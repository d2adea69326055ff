"""R3: the bosses of floors get proper names, in an order that the seed draws."""

from dataclasses import replace

from support.worlds.staging import Stage, make_test_game
from undertide_server.content.records.bosses import BossRules
from undertide_server.simulation.mechanics.bosses import make_boss
from undertide_server.simulation.snapshot import restore, take_snapshot
from undertide_server.worldgen.game.game import Game

ROOM = ["########", "#@.....#", "#......#", "########"]


def names_of(count: int, game: Game | None = None) -> list[str]:
    """Return the names of the first bosses of a game."""
    stage = Stage(ROOM, game)
    found = []
    for number in range(count):
        row = stage.monster((1 + number, 2))
        make_boss(stage.run, stage.floor, row)
        found.append(row.boss.name if row.boss else "")
    return found


def game_with(*names: str) -> Game:
    game = make_test_game()
    rules = game.ruleset.model_copy(update={"bosses": BossRules(names=names)})
    return replace(game, ruleset=rules)


def test_each_boss_of_a_run_has_a_name_of_its_own() -> None:
    names = names_of(5)
    assert all(names)
    assert len(set(names)) == 5


def test_the_seed_alone_decides_the_order_of_names() -> None:
    assert names_of(3) == names_of(3)
    other = make_test_game(seed=b"another seed oky")
    assert names_of(5, other) != names_of(5)


def test_names_come_again_once_all_were_given() -> None:
    names = names_of(3, game_with("Ash", "Bram"))
    assert sorted(names[:2]) == ["Ash", "Bram"]
    assert names[2] == names[0]


def test_content_without_names_has_nameless_bosses() -> None:
    assert names_of(1, game_with()) == [""]


def test_who_is_a_boss_already_keeps_its_name() -> None:
    stage = Stage(ROOM)
    row = stage.monster((3, 2))
    make_boss(stage.run, stage.floor, row)
    before = row.boss
    make_boss(stage.run, stage.floor, row)
    assert row.boss is before
    assert stage.floor.bosses == [row]


def test_a_boss_keeps_its_name_in_a_run_that_comes_back() -> None:
    stage = Stage(ROOM)
    row = stage.monster((3, 2))
    make_boss(stage.run, stage.floor, row)
    back = restore(stage.game, take_snapshot(stage.run))
    (floor,) = back.index.floors.values()
    assert [each.boss for each in floor.bosses] == [row.boss]
    assert back.progress.bosses == 1


def test_a_boss_that_falls_leaves_the_index() -> None:
    stage = Stage(ROOM)
    row = stage.monster((3, 2))
    make_boss(stage.run, stage.floor, row)
    stage.run.index.leave(row.entity)
    assert stage.floor.bosses == []
