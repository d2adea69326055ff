"""Traps go off underfoot or along a line, are found, and reload."""

import pytest

from support.content.own_rules import game_with, with_living, with_terrain, with_trap
from support.worlds.companies import LIFE, two_together
from support.worlds.outcomes import hits, reloading
from support.worlds.staging import Stage, make_test_game
from undertide_server.content.records.damage import DamageForm, DamageRules
from undertide_server.simulation.mechanics.traps import (
    can_disarm,
    disarm_trap,
    form_of,
    reload_traps,
    search_for_traps,
    spring_traps,
)
from undertide_server.simulation.queries.grammar import who
from undertide_server.simulation.state.events import Event, Hit, Seen, Told, thing
from undertide_server.simulation.state.inputs import PlayerLost, Withdrawn
from undertide_server.simulation.state.rows import HeroRow
from undertide_shared.geometry import Cell
from undertide_shared.messages import Move, Rest, Travel, Wait

ROOM = ["#########", "#@......#", "#.......#", "#.......#", "#########"]
EAST, SOUTH = (1, 0), (0, 1)


def test_a_hidden_floor_trap_strikes_who_steps_on_it_and_is_seen_from_then_on() -> None:
    stage = Stage(ROOM)
    stage.hero()
    trap = stage.trap((2, 1), "spikes")
    assert stage.terrain((2, 1)) == "floor"
    events = stage.ask(Move(1, 0))
    (hit,) = hits(events)
    record = stage.run.rules.traps["spikes"]
    average = stage.game.curve.floors[0].average
    assert hit.parts == ((round(average * record.power_percent / 100), record.damage),)
    assert hit.parts == ((3, "physical"),), "30 % of 9.8"
    assert not trap.hidden
    assert stage.terrain((2, 1)) == record.terrain
    assert any(isinstance(event, Seen) and event.others == record.text for event in events)


def test_staying_on_a_trap_sets_nothing_off() -> None:
    stage = Stage(ROOM)
    stage.hero()
    stage.trap((1, 1), "spikes")
    stage.tick(20)
    assert not hits(stage.ask(Wait()))


def test_monsters_know_the_traps_of_their_floor_but_not_when_confused() -> None:
    stage = Stage(["######", "#@#..#", "###..#", "######"])
    for cell in ((3, 1), (3, 2), (4, 1), (4, 2)):
        stage.trap(cell, "spikes")
    monster = stage.monster((3, 1), mood="hunting", life=500)
    monster.mind.last_seen, monster.mind.patience = (4, 2), 500
    visited = set()
    for _ in range(20):
        assert not hits(stage.tick())
        visited.add(monster.cell)
    assert len(visited) > 1
    monster.effects.remaining["confused"] = 100
    assert hits(stage.tick(100))


def test_a_trap_with_a_radius_strikes_all_around_it_and_touches_the_ground() -> None:
    stage = Stage(ROOM, with_trap("fire_vent", radius=1))
    ann, ben = stage.hero("Ann"), stage.hero("Ben", cell=(3, 2))
    sleeper = stage.hero("Cid", cell=(1, 2))
    stage.step(PlayerLost(2))
    stage.step(Withdrawn(2))
    near, far = stage.monster((3, 1), mood="sealed"), stage.monster((4, 1), mood="asleep")
    stage.trap((2, 1), "fire_vent")
    for cell in ((1, 2), (2, 2), (3, 2), (4, 2)):
        stage.turn(cell, "grass")
    struck = {hit.target.entity for hit in hits(stage.ask(Move(1, 0)))}
    assert struck == {ann.entity, ben.entity}
    assert near.body.life == near.body.max_life
    assert far.body.life == far.body.max_life
    assert sleeper.body.life == sleeper.body.max_life
    assert stage.terrain((4, 2)) == "grass"
    assert {stage.terrain((x, 2)) for x in (1, 2, 3)} == {"burning_grass"}


def test_a_trap_can_kill_and_is_the_fate_of_its_victim() -> None:
    stage = Stage(ROOM)
    stage.hero("Ann", cell=(7, 3))
    stage.put_to_sleep()
    row = stage.hero("Ben", cell=(1, 1))
    row.body.life = 1
    stage.trap((2, 1), "spikes")
    stage.ask(Move(1, 0), seat=1)
    assert row.hero.fate == stage.run.rules.traps["spikes"].name
    assert row.entity not in stage.floor.heroes


def test_a_wall_trap_fires_at_who_steps_into_its_line() -> None:
    stage = Stage(ROOM)
    row = stage.hero()
    trap = stage.trap((0, 2), "arrows", facing=EAST)
    assert not hits(stage.ask(Move(1, 0)))
    (hit,) = hits(stage.ask(Move(0, 1)))
    assert (hit.target.entity, hit.manner) == (row.entity, "missile")
    assert not trap.hidden
    assert stage.terrain((0, 2)) == "arrow_slit"


@pytest.mark.parametrize("reach", [1, 2, 3, 9])
def test_a_wall_trap_fires_no_further_than_it_reaches(reach: int) -> None:
    stage = Stage(ROOM, with_trap("arrows", reach=reach))
    stage.hero(cell=(3, 1))
    stage.trap((0, 2), "arrows", facing=EAST)
    assert bool(hits(stage.ask(Move(0, 1)))) is (reach >= 3)


@pytest.mark.parametrize("between", ["wall", "door", "monster"])
def test_whatever_stands_between_shelters_from_a_wall_trap(between: str) -> None:
    stage = Stage(ROOM)
    stage.hero(cell=(4, 1))
    stage.trap((4, 4), "arrows", facing=(0, -1))
    if between == "monster":
        stage.monster((4, 3), mood="sealed")
    else:
        stage.turn((4, 3), between)
    assert not hits(stage.ask(Move(0, 1)))


def test_a_wall_trap_fires_in_the_direction_that_it_faces_alone() -> None:
    stage = Stage(ROOM)
    stage.hero()
    stage.trap((0, 2), "arrows", facing=SOUTH)
    assert not hits(stage.ask(Move(0, 1)))


def test_cover_stops_arrows_and_a_wall_traps_element_reaches_where_it_strikes() -> None:
    stage = Stage(ROOM, with_terrain("rubble", cover=100))
    row = stage.hero()
    stage.turn((1, 2), "rubble")
    stage.trap((0, 2), "arrows", facing=EAST)
    assert not hits(stage.ask(Move(0, 1)))
    assert reloading(stage)
    stage = Stage(ROOM)
    row = stage.hero()
    stage.turn((1, 2), "grass")
    stage.trap((0, 2), "fire_spout", facing=EAST)
    assert hits(stage.ask(Move(0, 1)))
    assert stage.terrain(row.cell) == "burning_grass"


def test_who_sees_a_trap_may_step_aside_but_never_from_a_hidden_one() -> None:
    stage = Stage(ROOM, with_trap("spikes", spared=100, reload=1))
    stage.hero()
    stage.trap((2, 1), "spikes")
    assert hits(stage.ask(Move(1, 0)))
    stage.ask(Move(-1, 0))
    events = stage.ask(Move(1, 0))
    assert not hits(events)
    assert any(isinstance(event, Seen) and event.own == "You step aside." for event in events)


@pytest.mark.parametrize("intent", [Wait(), Rest()])
@pytest.mark.parametrize("percent", [0, 100])
def test_who_takes_time_beside_a_hidden_trap_may_notice_it(
    intent: Wait | Rest, percent: int
) -> None:
    stage = Stage(ROOM, with_living(search_percent=percent))
    row = stage.hero()
    row.body.life -= 1
    near, wall = stage.trap((2, 2), "spikes"), stage.trap((0, 2), "arrows", facing=EAST)
    far = stage.trap((3, 1), "spikes")
    events = stage.ask(intent)
    found = percent == 100
    assert (near.hidden, wall.hidden, far.hidden) == (not found, not found, True)
    assert (Told(row.entity, "good", "You notice a spike trap.") in events) is found
    assert (stage.terrain((2, 2)) == "spike_trap") is found


def test_errands_go_round_a_trap_that_was_found() -> None:
    stage = Stage(ROOM)
    row = stage.hero(cell=(1, 2))
    stage.trap((3, 2), "spikes", hidden=False)
    stage.ask(Travel(7, 2))
    for _ in range(20):
        if row.auto_action.activity == "none":
            break
        stage.tick(2)
    assert row.cell == (7, 2)
    assert reloading(stage) == {}


def test_a_trap_ends_the_errand_that_ran_into_it() -> None:
    stage = Stage(ROOM)
    row = stage.hero()
    stage.trap((3, 1), "spikes")
    stage.ask(Travel(7, 1))
    stage.tick(20)
    assert row.cell == (3, 1)
    assert row.auto_action.activity == "none"


def test_a_trap_reloads_before_it_goes_off_again() -> None:
    stage = Stage(ROOM)
    stage.hero()
    stage.trap((2, 1), "spikes")
    assert hits(stage.ask(Move(1, 0)))
    stage.ask(Move(-1, 0))
    assert not hits(stage.ask(Move(1, 0)))
    stage.ask(Move(-1, 0))
    stage.tick(stage.run.rules.traps["spikes"].reload)
    assert reloading(stage) == {}
    assert hits(stage.ask(Move(1, 0)))


@pytest.mark.parametrize("hidden", [False, True])
def test_only_a_trap_that_was_seen_can_be_disarmed(hidden: bool) -> None:
    stage = Stage(ROOM)
    stage.trap((2, 1), "spikes", hidden=hidden)
    assert can_disarm(stage.run, stage.floor, (2, 1)) is not hidden
    assert not can_disarm(stage.run, stage.floor, (3, 1))


def test_a_slit_fires_at_nobody_who_fell_on_the_way_into_its_line() -> None:
    stage = Stage(ROOM)
    ann = stage.hero("Ann")
    stage.hero("Ben", cell=(7, 3))
    ann.body.life = 1
    stage.trap((1, 2), "spikes")
    stage.trap((0, 2), "arrows", facing=EAST)
    assert len(hits(stage.ask(Move(0, 1)))) == 1
    assert ann.is_fallen
    assert (0, 2) not in reloading(stage), "the slit didn't go off"


def test_cover_helps_against_no_spikes() -> None:
    stage = Stage(ROOM, with_terrain("spike_trap", cover=100))
    stage.hero()
    stage.trap((2, 1), "spikes")
    assert len(hits(stage.ask(Move(1, 0)))) == 1


def test_a_slit_fires_at_nobody_who_died_on_the_way_into_its_line() -> None:
    stage = Stage(ROOM)
    ann = stage.hero("Ann")
    ann.body.life = 1
    stage.trap((1, 2), "spikes")
    stage.trap((0, 2), "arrows", facing=EAST)
    assert len(hits(stage.ask(Move(0, 1)))) == 1
    assert ann.hero.fate
    assert (0, 2) not in reloading(stage)


def sprung(stage: Stage, row: HeroRow) -> list[Event]:
    """Set off what lies where a hero stands, and return what happened."""
    stage.run.events = []
    spring_traps(stage.run, stage.floor, row)
    return stage.run.events


def test_those_who_see_a_trap_are_told_and_its_harm_comes_from_its_cell() -> None:
    pair = two_together()
    floor = pair.stage.floor.entity
    pair.stage.trap((5, 1), "spikes")
    record = pair.stage.run.rules.traps["spikes"]
    spikes = thing("spike trap", (5, 1))
    assert sprung(pair.stage, pair.ann) == [
        Seen(floor, spikes, "combat", "", record.text),
        Hit(floor, spikes, who(pair.ann), ((3, "physical"),), "blow"),
    ]
    assert (pair.ann.body.life, pair.ben.body.life) == (LIFE - 3, LIFE)
    assert reloading(pair.stage) == {(5, 1): 60}


def test_a_burst_touches_all_cells_around_it_and_no_other() -> None:
    stage = Stage(["#" * 9, *["#" + "." * 7 + "#"] * 5, "#@" + "." * 6 + "#", "#" * 9])
    row, cells = stage.hero(cell=(4, 4)), [(x, y) for x in range(9) for y in range(8)]
    for cell in cells:
        stage.turn(cell, "grass")
    stage.trap(row.cell, "fire_vent")
    sprung(stage, row)
    touched = [cell for cell in cells if stage.terrain(cell) != "grass"]
    assert touched == [(x, y) for x in (3, 4, 5) for y in (3, 4, 5)]


def test_an_arrow_comes_as_a_missile_from_its_slit() -> None:
    pair = two_together()
    floor = pair.stage.floor.entity
    pair.stage.trap((6, 3), "arrows", facing=(0, -1))
    arrow = thing("arrow trap", (6, 3))
    assert sprung(pair.stage, pair.ben) == [
        Seen(floor, arrow, "combat", "", "An arrow flies from the wall!"),
        Hit(floor, arrow, who(pair.ben), ((2, "physical"),), "missile"),
    ], "25 % of 9.8, over two cells"
    assert reloading(pair.stage) == {(6, 3): 40}


def test_a_slit_that_reloads_keeps_no_other_from_firing() -> None:
    pair = two_together()
    for cell in ((0, 1), (5, 0)):
        pair.stage.trap(cell, "arrows", facing=EAST if cell[0] == 0 else SOUTH)
    reloading(pair.stage)[0, 1] = 7
    sprung(pair.stage, pair.ann)
    assert reloading(pair.stage) == {(0, 1): 7, (5, 0): 40}


def test_who_steps_aside_is_seen_to_and_sleepers_stay_out_of_it() -> None:
    pair = two_together("asleep", Stage(ROOM, with_trap("fire_vent", spared=100)))
    pair.stage.trap(pair.ann.cell, "fire_vent", hidden=False)
    pair.ben.stand_on((6, 2), pair.stage.floor.width)
    _, *aside = sprung(pair.stage, pair.ann)
    floor = pair.stage.floor.entity
    others = "Ann steps aside."
    assert aside == [Seen(floor, who(pair.ann), "good", "You step aside.", others)]


@pytest.mark.parametrize(("purpose", "kind"), [("step aside", "spikes"), ("slit", "arrows")])
def test_each_victim_has_a_chance_of_its_own(purpose: str, kind: str) -> None:
    game = with_terrain("rubble", cover=50) if kind == "arrows" else with_trap("spikes", spared=50)
    pair = two_together(stage=Stage(ROOM, game))
    stage, outcomes = pair.stage, set()
    cell = (0, pair.ann.cell[1]) if kind == "arrows" else pair.ann.cell
    stage.trap(cell, kind, hidden=False, facing=EAST if kind == "arrows" else (0, 0))
    if kind == "arrows":
        stage.turn(pair.ann.cell, "rubble")
    for _ in range(20):
        reloading(stage).clear()
        stage.floor.state.clock += 1
        escapes = stage.run.chance(stage.floor, purpose, pair.ann.entity).percent(50)
        assert bool(hits(sprung(stage, pair.ann))) is not escapes
        outcomes.add(escapes)
    assert outcomes == {True, False}


def test_each_hidden_trap_around_a_hero_is_noticed_by_a_roll_of_its_own() -> None:
    stage = Stage(ROOM, with_living(search_percent=50))
    row = stage.hero(cell=(4, 2))
    around = [(x, y) for y in (1, 2, 3) for x in (3, 4, 5)]
    traps = {cell: stage.trap(cell, "spikes") for cell in around}
    found: list[list[Cell]] = []
    for _ in range(20):
        stage.floor.state.clock += 1
        for trap in traps.values():
            trap.hidden = True
        rng = stage.run.chance(stage.floor, "seek", row.entity)
        found.append([cell for cell in around if rng.percent(50)])
        stage.run.events = []
        search_for_traps(stage.run, stage.floor, row)
        assert [cell for cell, trap in traps.items() if not trap.hidden] == found[-1]
        notice = Told(row.entity, "good", "You notice a spike trap.")
        assert stage.run.events == [notice] * len(found[-1])
    assert set().union(*found) == set(around)


@pytest.mark.parametrize(("cell", "kind"), [((3, 1), "spikes"), ((0, 2), "arrows")])
@pytest.mark.parametrize("reloads", [False, True])
def test_a_trap_that_is_disarmed_is_gone_and_onlookers_notice(
    cell: Cell, kind: str, *, reloads: bool
) -> None:
    stage = Stage(ROOM)
    row = stage.hero()
    record = stage.run.rules.traps[kind]
    stage.trap(cell, kind, hidden=False, facing=EAST if kind == "arrows" else (0, 0))
    if reloads:
        reloading(stage)[cell] = 9
    stage.run.events = []
    disarm_trap(stage.run, stage.floor, row, cell)
    own, others = f"You disarm the {record.name}.", f"Ann disarms the {record.name}."
    assert stage.run.events == [Seen(stage.floor.entity, who(row), "good", own, others)]
    assert stage.terrain(cell) == record.leaves
    assert (stage.floor.traps.armed, reloading(stage), stage.floor.slits) == ({}, {}, {})


@pytest.mark.parametrize(
    ("kind", "form"),
    [("arrows", "arrows"), ("fire_spout", None), ("spikes", None), ("fire_vent", "explosions")],
)
def test_arrows_and_bursts_have_forms(kind: str, form: DamageForm | None) -> None:
    assert form_of(make_test_game().ruleset.traps[kind]) == form


def test_the_runs_multiplier_of_arrows_counts_for_those_of_traps() -> None:
    pair = two_together(stage=Stage(ROOM, game_with(damage=DamageRules(arrows=300))))
    pair.stage.trap((0, pair.ann.cell[1]), "arrows", facing=EAST)
    (hit,) = hits(sprung(pair.stage, pair.ann))
    assert hit.parts == ((6, "physical"),), "3 times 2"


@pytest.mark.parametrize(
    ("number", "percent", "harm"), [(1, 30, 3), (1, 1, 1), (18, 100, 402), (20, 1000, 6382)]
)
def test_a_trap_harms_by_its_share_of_the_strength_of_the_floor(
    number: int, percent: int, harm: int
) -> None:
    stage = Stage(ROOM, with_trap("spikes", power_percent=percent))
    row = stage.hero()
    row.body.life = row.body.max_life = 10_000
    row.body.absorb = row.body.absorb_tenths = 0
    stage.floor.state.number = number
    stage.trap(row.cell, "spikes")
    (hit,) = hits(sprung(stage, row))
    assert hit.parts == ((harm, "physical"),)


def test_traps_reload_tick_by_tick() -> None:
    stage = Stage(ROOM)
    reloading(stage).update({(1, 1): 1, (2, 1): 2, (3, 1): 3})
    reload_traps(stage.run, stage.floor)
    assert reloading(stage) == {(2, 1): 1, (3, 1): 2}
    reload_traps(stage.run, stage.floor)
    assert reloading(stage) == {(3, 1): 1}
