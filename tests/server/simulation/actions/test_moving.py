"""Steps of heroes: onto free cells, into those who stand there, and when confused."""

from support.worlds.companies import two_together
from support.worlds.staging import Stage
from undertide_server.content.records.statuses import SUMMONED
from undertide_server.simulation.state.rows import HeroRow
from undertide_shared.geometry import Cell
from undertide_shared.messages import Move

SMALL_ROOM = ["######", "#@.+.#", "#....#", "######"]


def report(row: HeroRow) -> tuple[str, str]:
    return row.intents.outcome, row.intents.reason


def test_a_step_moves_the_hero_and_takes_two_ticks() -> None:
    stage = Stage(SMALL_ROOM)
    row = stage.hero()
    stage.ask(Move(1, 0))
    assert row.cell == (2, 1)
    assert stage.floor.state.clock == 2
    assert report(row) == ("done", "")


def test_a_wall_refuses_and_takes_no_time() -> None:
    stage = Stage(SMALL_ROOM)
    row = stage.hero()
    stage.ask(Move(0, -1))
    assert row.cell == (1, 1)
    assert stage.floor.state.clock == 0
    assert report(row) == ("refused", "something solid is in the way")


def test_no_direction_is_refused() -> None:
    stage = Stage(SMALL_ROOM)
    row = stage.hero()
    for dx, dy in ((0, 0), (2, 0), (0, -9)):
        stage.ask(Move(dx, dy))
        assert report(row) == ("refused", "that isn't a direction")


def test_walking_into_a_door_opens_it_and_lets_sight_through() -> None:
    stage = Stage(SMALL_ROOM)
    row = stage.hero(cell=(2, 1))
    beyond: Cell = (4, 1)
    assert not row.sight.mask[beyond[1], beyond[0]]
    stage.ask(Move(1, 0))
    assert row.cell == (3, 1)
    assert stage.game.terrain.names[stage.floor.state.tiles[1, 3]] == "open_door"
    assert row.sight.mask[beyond[1], beyond[0]]


def test_companions_change_places() -> None:
    stage = Stage(SMALL_ROOM)
    one = stage.hero("Ann", cell=(1, 2))
    other = stage.hero("Ben", cell=(2, 2))
    stage.ask(Move(1, 0), seat=0)
    assert (one.cell, other.cell) == ((2, 2), (1, 2))
    assert stage.floor.blockers[(2, 2)] is one
    assert stage.floor.blockers[(1, 2)] is other


def test_a_confused_hero_goes_anywhere() -> None:
    stage = Stage(["#######", "#.....#", "#..@..#", "#.....#", "#######"])
    row = stage.hero()
    reached = set()
    for _ in range(30):
        stage.run.index.move(row, (3, 2))
        row.effects.remaining["confused"] = 50
        stage.ask(Move(1, 0))
        reached.add(row.cell)
    assert len(reached) > 3


def test_one_who_stands_over_the_fallen_makes_way_and_nobody_is_tended() -> None:
    pair = two_together("fallen")
    cid = pair.stage.hero("Cid", cell=pair.ben.cell)
    pair.stage.ask(Move(1, 0))
    assert (pair.ann.cell, cid.cell) == ((6, 1), (5, 1))
    assert (pair.ann.auto_action.activity, pair.ben.hero.tended) == ("none", 0)


def test_an_ally_makes_way_and_is_not_struck() -> None:
    pair = two_together("far")
    ally = pair.stage.monster((6, 1))
    ally.effects.remaining[SUMMONED] = 100
    ally.actor.energy = -1000
    events = pair.stage.ask(Move(1, 0))
    assert (pair.ann.cell, ally.cell, ally.body.life) == ((6, 1), (5, 1), 50)
    assert events == [], "it doesn't greet as strangers do"


def test_the_confused_stumble_over_the_fallen_and_tend_nobody() -> None:
    pair = two_together("fallen")
    pair.ben.hero.dies_in = 10_000
    stumbled = 0
    for _ in range(40):
        pair.stage.run.index.move(pair.ann, (5, 1))
        pair.ann.effects.remaining["confused"] = 50
        pair.stage.ask(Move(1, 0))
        stumbled += pair.ann.cell == pair.ben.cell
        assert (pair.ann.auto_action.activity, pair.ben.hero.tended) == ("none", 0)
    assert stumbled, "chance led her there"
