"""Whoever steps into a door opens it, for everyone's eyes; rough ground slows."""

import pytest

from support.content.own_rules import with_terrain, with_trap
from support.worlds.companies import two_together
from support.worlds.outcomes import hits, reloading
from support.worlds.staging import Stage
from undertide_server.content.records.statuses import CONFUSED, SUMMONED
from undertide_server.simulation.components.monsters import GuardPost
from undertide_server.simulation.mechanics.walking import (
    change_places,
    pass_portal,
    step_away,
    step_to,
)
from undertide_server.simulation.queries.grammar import who
from undertide_server.simulation.state.events import Seen, Told
from undertide_shared.geometry import Cell, distance
from undertide_shared.messages import Explore, Move, Travel

HALL = ["#" * 12, *["#" + "." * 10 + "#"] * 3, "#@" + "." * 9 + "#", "#" * 12]
HOUSE = ["#######", "#@+...#", "#######"]


def test_stepping_into_a_door_opens_it_for_good_and_costs_a_step() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    assert not row.sight.mask[1, 4]
    clock = stage.floor.state.clock
    stage.ask(Move(1, 0))
    codes = stage.game.terrain.codes
    assert row.cell == (2, 1)
    assert stage.floor.state.tiles[1, 2] == codes["open_door"]
    assert stage.floor.sights.transparent[1, 2]
    assert row.sight.mask[1, 4]
    assert stage.floor.state.clock == clock + 2


def test_a_monster_that_opens_a_door_is_seen_in_it() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    monster = stage.monster((3, 1), mood="hunting")
    monster.mind.last_seen, monster.mind.patience = (1, 1), 100
    stage.tick(2)
    assert monster.cell == (2, 1)
    assert row.sees[monster.position.y * stage.floor.width + monster.position.x]
    assert stage.floor.state.tiles[1, 2] == stage.game.terrain.codes["open_door"]


@pytest.mark.parametrize("percent", [100, 150, 200, 300])
def test_rough_ground_slows_whoever_steps_there(percent: int) -> None:
    stage = Stage(["#####", "#@..#", "#...#", "#####"], with_terrain("mud", step_percent=percent))
    stage.hero()
    monster = stage.monster((3, 2), mood="idle")
    stage.turn((2, 1), "mud")
    stage.ask(Move(1, 0))
    assert stage.floor.state.clock == 2 * percent // 100
    step_to(stage.run, stage.floor, monster, (3, 1))
    monster.actor.energy = 0
    stage.turn((3, 2), "mud")
    step_to(stage.run, stage.floor, monster, (3, 2))
    assert monster.actor.energy == -stage.run.rules.costs.move * percent // 100


def test_companions_who_change_places_both_arrive() -> None:
    stage = Stage(["#####", "#@..#", "#...#", "#####"])
    ann, ben = stage.hero("Ann", cell=(1, 1)), stage.hero("Ben", cell=(2, 1))
    stage.trap((1, 1), "spikes")
    ben.body.absorb = ben.body.absorb_tenths = 0
    stage.ask(Move(1, 0), seat=0)
    assert (ann.cell, ben.cell) == ((2, 1), (1, 1))
    assert ben.body.life == ben.body.max_life - 3
    assert ann.body.life == ann.body.max_life


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


def test_it_steps_away_as_far_as_it_can() -> None:
    stage = Stage(HALL)
    row = stage.monster((4, 2))
    assert step_away(stage.run, stage.floor, row, (3, 2))
    assert distance(row.cell, (3, 2)) == 2


def test_the_cornered_stay() -> None:
    stage = Stage(["####", "#@.#", "####"])
    row = stage.monster((2, 1))
    assert not step_away(stage.run, stage.floor, row, (1, 1))
    assert (row.cell, row.actor.energy) == ((2, 1), 0)


@pytest.mark.parametrize(("trap", "struck"), [((5, 1), "Ben"), ((6, 1), "Ann")])
def test_both_who_change_places_step_on_what_lies_there(trap: Cell, struck: str) -> None:
    pair = two_together()
    pair.stage.trap(trap, "spikes")
    pair.stage.run.events = []
    change_places(pair.stage.run, pair.stage.floor, pair.ann, pair.ben)
    assert (pair.ann.cell, pair.ben.cell) == ((6, 1), (5, 1))
    assert [hit.target.name for hit in hits(pair.stage.run.events)] == [struck]
    assert (pair.ann.actor.energy, pair.ben.actor.energy) == (-20, 0)


def test_one_that_falls_by_a_trap_passes_no_portal() -> None:
    stage = Stage(["########", "#@.....#", "#......#", "########"])
    ann = stage.hero("Ann")
    stage.hero("Ben", cell=(6, 2))
    ann.body.life = 1
    stage.portals((2, 1), (6, 1))
    stage.trap((2, 1), "spikes")
    step_to(stage.run, stage.floor, ann, (2, 1))
    assert (ann.is_fallen, ann.cell) == (True, (2, 1))


def test_one_that_dies_by_a_trap_passes_no_portal() -> None:
    stage = Stage(["########", "#@.....#", "#......#", "########"])
    ann = stage.hero("Ann")
    ann.body.life = 1
    stage.portals((2, 1), (6, 1))
    stage.trap((2, 1), "spikes")
    step_to(stage.run, stage.floor, ann, (2, 1))
    assert (bool(ann.hero.fate), ann.cell) == (True, (2, 1))


def test_a_step_costs_whole_points_of_energy() -> None:
    stage = Stage(["#####", "#@..#", "#####"], with_terrain("mud", step_percent=133))
    row = stage.hero()
    stage.turn((2, 1), "mud")
    step_to(stage.run, stage.floor, row, (2, 1))
    assert (row.actor.energy, type(row.actor.energy)) == (-26, int)


def test_one_who_fell_while_places_were_changed_sets_nothing_off() -> None:
    pair = two_together(stage=Stage(HALL, with_trap("fire_vent", spared=0)))
    stage, ann, ben = pair.stage, pair.ann, pair.ben
    stage.hero("Cid", cell=(1, 1))
    here, there = ann.cell, ben.cell
    ben.body.life = 1
    stage.trap(there, "fire_vent")
    stage.trap(here, "spikes")
    change_places(stage.run, stage.floor, ann, ben)
    assert (ann.cell, ben.cell, ben.is_fallen) == (there, here, True)
    assert reloading(stage) == {there: 60}


def test_a_monster_that_makes_way_sets_nothing_off() -> None:
    pair = two_together()
    stage = pair.stage
    ally = stage.monster((5, 2))
    ally.effects.remaining.update({SUMMONED: 50, CONFUSED: 50})
    stage.trap(pair.ann.cell, "spikes")
    change_places(stage.run, stage.floor, pair.ann, ally)
    assert (ally.cell, reloading(stage)) == ((5, 1), {})


@pytest.mark.parametrize("confused", [False, True])
def test_a_monster_knows_a_trap_unless_it_is_confused(*, confused: bool) -> None:
    stage = Stage(HALL)
    monster = stage.monster((4, 2))
    stage.trap((5, 2), "spikes")
    if confused:
        monster.effects.remaining[CONFUSED] = 50
    step_to(stage.run, stage.floor, monster, (5, 2))
    assert reloading(stage) == ({(5, 2): 60} if confused else {})


def test_companions_see_who_passes_a_portal_at_either_end() -> None:
    pair = two_together(stage=rooms())
    stage, ann = pair.stage, pair.ann
    stage.run.index.move(ann, (3, 1))
    ann.auto_action.activity, ann.auto_action.companion = "accompany", pair.ben.entity
    ann.auto_action.path = [(1, 2)]
    floor, before = stage.floor.entity, who(ann)
    stage.run.events = []
    pass_portal(stage.run, stage.floor, ann)
    own, others = "The portal takes you elsewhere.", "Ann vanishes into the portal."
    assert stage.run.events == [
        Seen(floor, before, "info", own, others),
        Told(ann.entity, "bad", "You stop following Ben."),
        Seen(floor, who(ann), "info", "", "Ann steps out of the portal."),
    ]
    assert (ann.auto_action.activity, ann.auto_action.path) == ("none", [])


@pytest.mark.parametrize(
    ("threat", "cell"),
    [((3, 2), (5, 2)), ((5, 2), (3, 2)), ((4, 1), (4, 3)), ((4, 3), (4, 1)), ((3, 1), (5, 2))],
)
def test_of_steps_that_lead_as_far_away_it_takes_the_first(threat: Cell, cell: Cell) -> None:
    stage = Stage(HALL)
    row = stage.monster((4, 2))
    assert step_away(stage.run, stage.floor, row, threat)
    assert row.cell == cell


def test_a_guardian_steps_away_no_further_than_its_post_lets_it() -> None:
    stage = Stage(HALL)
    row = stage.monster((4, 2))
    row.post = GuardPost(4, 2)
    assert not step_away(stage.run, stage.floor, row, (3, 2))
    assert row.cell == (4, 2)
