"""Whoever steps into a door opens it, for everyone's eyes."""

from staging import Stage
from undertide_shared.messages import Move

HOUSE = ["#######", "#@+...#", "#######"]


def test_stepping_into_a_door_opens_it_for_good_and_costs_a_step() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    assert not row.mask[1, 4]
    clock = stage.place.floor.clock
    stage.ask(Move(1, 0))
    codes = stage.game.terrain.codes
    assert row.cell == (2, 1)
    assert stage.place.floor.tiles[1, 2] == codes["open_door"]
    assert stage.place.transparent[1, 2]
    assert row.mask[1, 4]
    assert stage.place.floor.clock == clock + 2


def test_a_monster_that_opens_a_door_is_seen_in_it() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    monster = stage.monster((3, 1), mood="hunting")
    monster.mind.last_seen, monster.mind.patience = (1, 1), 100
    stage.tick(2)
    assert monster.cell == (2, 1)
    assert row.sees[monster.position.y * stage.place.width + monster.position.x]
    assert stage.place.floor.tiles[1, 2] == stage.game.terrain.codes["open_door"]
