"""Portals come in pairs and take heroes from one to the other."""

from support.worlds.staging import Stage
from undertide_server.simulation.state.events import Seen
from undertide_shared.messages import Explore, Move, Travel

ROOMS = ["#########", "#@..#...#", "#...#...#", "#########"]


def rooms() -> Stage:
    stage = Stage(ROOMS)
    stage.portals((3, 1), (6, 1))
    return stage


def test_who_steps_into_a_portal_steps_out_of_its_twin() -> None:
    stage = rooms()
    row = stage.hero(cell=(2, 1))
    events = stage.ask(Move(1, 0))
    assert row.cell == (6, 1)
    assert row.sees[1 * stage.floor.width + 7]
    assert [event.own for event in events if isinstance(event, Seen) and event.own] == [
        "The portal takes you elsewhere."
    ]


def test_it_takes_a_step_of_ones_own_to_go_back() -> None:
    stage = rooms()
    row = stage.hero(cell=(2, 1))
    stage.ask(Move(1, 0))
    stage.tick(5)
    assert row.cell == (6, 1)
    stage.ask(Move(1, 0))
    stage.ask(Move(-1, 0))
    assert row.cell == (3, 1)


def test_where_somebody_stands_on_the_twin_one_comes_out_beside_it() -> None:
    stage = rooms()
    row = stage.hero(cell=(2, 1))
    stage.monster((6, 1), mood="sealed")
    stage.ask(Move(1, 0))
    assert row.cell in {(5, 1), (7, 1), (5, 2), (6, 2), (7, 2)}


def test_monsters_walk_over_portals() -> None:
    stage = rooms()
    monster = stage.monster((3, 2), mood="hunting")
    monster.mind.last_seen, monster.mind.patience = (3, 1), 100
    stage.tick(6)
    assert monster.cell[0] < 4


def test_travel_to_a_portal_is_the_players_choice_and_ends_behind_it() -> None:
    stage = rooms()
    row = stage.hero()
    stage.ask(Travel(3, 1))
    stage.tick(10)
    assert row.cell == (6, 1)
    assert row.auto_action.activity == "none"


def test_exploring_leaves_portals_alone() -> None:
    stage = rooms()
    row = stage.hero()
    stage.ask(Explore())
    stage.tick(20)
    assert row.cell[0] < 4
    assert not row.memory.floors[1].tiles[1, 6]
