"""Monsters hunt by sight, remember, go round each other, shoot, flee and stagger."""

from dataclasses import replace

import pytest

from support.content.own_rules import with_terrain
from support.worlds.companies import LIFE, State, befall, two_together
from support.worlds.staging import Stage, kind_that
from undertide_server.content.records.monsters import Behaviour
from undertide_server.content.records.tricks import PLAIN, Tricks
from undertide_server.simulation.ai.monsters import search_for_heroes, shoot_missile
from undertide_server.simulation.mechanics.statuses import inflict
from undertide_server.simulation.state.events import Event, Hit, Seen
from undertide_server.simulation.state.inputs import PlayerLost, Withdrawn
from undertide_server.simulation.state.rows import MonsterRow
from undertide_shared.geometry import distance

HALL = ["############", "#@.........#", "#..........#", "############"]


def test_a_hunter_comes_and_strikes() -> None:
    stage = Stage(HALL)
    hero = stage.hero()
    monster = stage.monster((9, 1), mood="hunting")
    events = stage.tick(30)
    assert distance(monster.cell, hero.cell) == 1
    assert any(isinstance(event, Hit) and event.target.is_hero for event in events)


def test_the_unaware_notice_within_their_reach_only() -> None:
    stage = Stage(HALL)
    stage.hero()
    near = stage.monster((4, 1), kind=kind_that(stage, notices=4))
    far = stage.monster((10, 2), kind=kind_that(stage, notices=3), mood="asleep")
    stage.tick(4)
    assert near.mind.mood == "hunting"
    assert far.mind.mood == "asleep"


def test_a_pack_wakes_its_kin() -> None:
    stage = Stage(HALL)
    stage.hero()
    kind = kind_that(stage, notices=6, pack=True)
    stage.monster((5, 1), kind=kind)
    kin = stage.monster((10, 1), mood="asleep", kind=kind)
    stage.tick(4)
    assert kin.mind.mood == "hunting"


def test_it_goes_where_it_last_saw_someone_and_then_gives_up() -> None:
    stage = Stage(["########", "#@..#..#", "#...#..#", "#......#", "########"])
    stage.hero()
    monster = stage.monster((6, 1), mood="hunting", kind=kind_that(stage, notices=1, memory=20))
    monster.mind.last_seen = (5, 1)
    monster.mind.patience = 20
    stage.tick(4)
    assert monster.cell != (6, 1)
    stage.tick(200)
    assert monster.mind.mood in {"idle", "hunting"}
    assert monster.mind.patience <= 20


def test_hunters_find_ways_round_each_other() -> None:
    stage = Stage(["#########", *["#.......#"] * 3, "#@......#", *["#.......#"] * 3, "#########"])
    hero = stage.hero(cell=(3, 4))
    hero.body.life = hero.body.max_life = 10_000
    hunters = [stage.monster((6, y), mood="hunting") for y in (3, 4, 5)]
    hunters += [stage.monster((7, y), mood="hunting") for y in (3, 4, 5)]
    stage.tick(60)
    assert all(distance(hunter.cell, hero.cell) == 1 for hunter in hunters)


def test_archers_shoot_from_afar_and_step_back_from_the_near() -> None:
    stage = Stage(HALL)
    hero = stage.hero()
    archer = stage.monster(
        (3, 1), mood="hunting", kind=kind_that(stage, shoots=7, keeps_distance=4)
    )
    stage.tick(1)
    assert distance(archer.cell, hero.cell) == 3
    events = stage.tick(10)
    shots = [event for event in events if isinstance(event, Hit) and event.manner == "missile"]
    assert shots
    assert all(shot.target.is_hero for shot in shots)


def test_cowards_run_when_hurt_and_come_back_when_healed() -> None:
    stage = Stage(HALL)
    hero = stage.hero()
    coward = stage.monster((3, 1), mood="hunting", kind=kind_that(stage, flees_below=40))
    coward.body.life = 10
    stage.tick(7)
    assert _mood(coward) == "fleeing"
    assert distance(coward.cell, hero.cell) > 4
    coward.body.life = 50
    stage.tick(2)
    assert _mood(coward) == "hunting"


def _mood(monster: MonsterRow) -> str:
    return monster.mind.mood


def test_sleeping_heroes_are_left_alone() -> None:
    stage = Stage(HALL)
    hero = stage.hero()
    stage.step(PlayerLost(0))
    stage.step(Withdrawn(0))
    stage.monster((2, 1), mood="hunting", power=50)
    stage.tick(40)
    assert hero.body.life == hero.body.max_life


def test_the_link_dead_are_not_noticed_but_defend_themselves() -> None:
    stage = Stage(HALL)
    hero = stage.hero()
    hunter = stage.monster((2, 2), mood="hunting", power=1)
    stage.step(PlayerLost(0))
    unaware = stage.monster((4, 1), kind=kind_that(stage, notices=8))
    stage.tick(8)
    assert unaware.mind.mood == "idle"
    assert hunter.body.life < hunter.body.max_life
    assert hero.body.life < hero.body.max_life


def test_the_confused_strike_their_own() -> None:
    stage = Stage(["#####", "#.@.#", "#...#", "#...#", "#####"])
    stage.hero()
    crowd = [stage.monster((x, y), mood="hunting") for x in (1, 2, 3) for y in (2, 3)]
    for monster in crowd:
        monster.effects.remaining["confused"] = 100
    events = stage.tick(20)
    struck = [event for event in events if isinstance(event, Hit) and not event.source.is_hero]
    assert any(not event.target.is_hero for event in struck)


def test_a_hunter_of_others_leaves_the_link_dead_alone() -> None:
    stage = Stage(HALL)
    lost = stage.hero("Ann")
    stage.step(PlayerLost(0))
    passing = stage.monster((3, 1), mood="hunting", power=50)
    passing.mind.patience = 1000
    stage.tick(40)
    assert lost.body.life == lost.body.max_life
    assert passing.body.life == passing.body.max_life, "nor does the hero strike at it"


def test_who_was_struck_dead_acts_no_more_in_that_tick() -> None:
    stage = Stage(["#####", "#@..#", "#####"])
    hero = stage.hero()
    hero.body.life = hero.body.max_life = 10**6
    mad = stage.monster((3, 1), mood="hunting", power=500)
    mad.effects.remaining["confused"] = 10_000
    victim = stage.monster((2, 1), mood="hunting", life=1)
    events: list[Event] = []
    while victim.entity in stage.floor.monsters:
        events = stage.tick()
    strikes = [event.source.entity for event in events if isinstance(event, Hit)]
    assert strikes == [mad.entity]
    assert {row.entity for row in stage.floor.blockers.values()} == {hero.entity, mad.entity}


def test_once_sober_it_does_not_leap_to_the_path_that_it_had() -> None:
    stage = Stage(["#" * 30, "#@#" + "." * 26 + "#", "#.#" + "." * 26 + "#", "#" * 30])
    stage.hero()
    monster = stage.monster((3, 1), mood="hunting")
    monster.mind.last_seen, monster.mind.patience = (28, 1), 1000
    stage.tick(4)
    assert monster.mind.path
    monster.effects.remaining["confused"] = 30
    for _ in range(60):
        before = monster.cell
        stage.tick()
        assert distance(before, monster.cell) <= 1


def test_whoever_runs_does_not_go_back_to_look_for_its_pursuer() -> None:
    rows = [
        "#" * 20,
        "#@#" + "." * 16 + "#",
        "#.#" + "." * 16 + "#",
        "#." + "." * 17 + "#",
        "#" * 20,
    ]
    stage = Stage(rows)
    stage.hero()
    coward = stage.monster((17, 1), mood="fleeing", kind=kind_that(stage, flees_below=40))
    coward.body.life = 5
    coward.mind.last_seen, coward.mind.patience = (2, 3), 1000
    stage.tick(2)
    assert coward.mind.last_seen is None
    assert _mood(coward) == "fleeing"


def test_the_fast_give_up_searching_too() -> None:
    stage = Stage(["#######", "#@#...#", "#.#...#", "#######"])
    stage.hero()
    kind = replace(kind_that(stage, memory=20), speed=40)
    monster = stage.monster((4, 1), mood="hunting", kind=kind)
    monster.mind.patience = 20
    stage.tick(60)
    assert _mood(monster) == "idle"


ROUND = ["##########", "#@^......#", "#.^......#", "#........#", "##########"]


def test_hunters_go_round_what_harms() -> None:
    stage = Stage(ROUND, legend={"^": "acid"})
    hero = stage.hero()
    hero.body.life = hero.body.max_life = 1000
    monster = stage.monster((4, 1), mood="hunting", life=50)
    for _ in range(20):
        stage.tick()
        assert stage.terrain(monster.cell) != "acid"
    assert distance(monster.cell, hero.cell) == 1


def test_where_nothing_else_leads_they_go_through_it() -> None:
    stage = Stage(["########", "#@.^...#", "########"], legend={"^": "acid"})
    hero = stage.hero()
    hero.body.life = hero.body.max_life = 1000
    monster = stage.monster((6, 1), mood="hunting", life=500)
    stage.tick(20)
    assert distance(monster.cell, hero.cell) == 1


def test_archers_shots_are_stopped_by_cover() -> None:
    stage = Stage(HALL, with_terrain("rubble", cover=100))
    hero = stage.hero()
    stage.turn(hero.cell, "rubble")
    stage.monster((6, 1), mood="hunting", kind=kind_that(stage, shoots=8))
    assert not any(isinstance(event, Hit) for event in stage.tick(4))


LONG_HALL = ["#" * 12, "#@" + "." * 9 + "#", "#" + "." * 10 + "#", "#" * 12]
LONG_HALL = ["##########", "#@.......#", "##########"]


def caster(stage: Stage) -> MonsterRow:
    """Put somebody who casts fire into the hall."""
    kind = replace(stage.game.roster.kinds[0], behaviour=Behaviour(shoots=7, casts="fire"))
    stage.run.kinds[kind.id] = kind
    return stage.monster((6, 1), kind=kind)


def shot(stage: Stage, source: MonsterRow) -> list[Event]:
    """Let a missile fly at the hero, and return what happened."""
    target = next(iter(stage.floor.heroes.values()))
    stage.run.events = []
    shoot_missile(stage.run, stage.floor, source, target)
    stage.run.world.bury()
    return stage.run.events


def test_cover_stops_missiles_by_its_chance() -> None:
    stage = Stage(LONG_HALL, with_terrain("rubble", cover=50))
    row = stage.hero()
    row.body.life = row.body.max_life = 100_000
    stage.turn(row.cell, "rubble")
    archer = stage.monster((6, 1))
    stopped = 0
    for _ in range(100):
        stage.floor.state.clock += 1
        events = shot(stage, archer)
        stopped += not any(isinstance(event, Hit) for event in events)
    assert stopped == 54


def test_who_is_saved_by_cover_reads_it() -> None:
    stage = Stage(LONG_HALL, with_terrain("rubble", cover=100))
    row = stage.hero()
    stage.turn(row.cell, "rubble")
    (told,) = shot(stage, stage.monster((6, 1)))
    assert isinstance(told, Seen)
    assert (told.actor.entity, told.own) == (row.entity, "The rubble stops what was meant for you.")
    assert told.others == "The rubble stops what was meant for Ann."


def test_open_ground_stops_nothing() -> None:
    stage = Stage(LONG_HALL)
    stage.hero()
    assert any(isinstance(event, Hit) for event in shot(stage, stage.monster((6, 1))))


def test_where_a_casters_missile_strikes_its_element_reaches_the_ground() -> None:
    stage = Stage(LONG_HALL)
    row = stage.hero()
    stage.turn(row.cell, "grass")
    shot(stage, stage.monster((5, 1)))
    assert stage.terrain(row.cell) == "grass"
    shot(stage, caster(stage))
    assert stage.terrain(row.cell) == "burning_grass"


def test_what_cover_stops_brings_no_fire() -> None:
    stage = Stage(LONG_HALL, with_terrain("bramble", cover=100))
    row = stage.hero()
    stage.turn(row.cell, "bramble")
    shot(stage, caster(stage))
    assert stage.terrain(row.cell) == "bramble"


def test_a_caster_on_ground_that_swallows_magic_only_strikes() -> None:
    stage = Stage(LONG_HALL)
    row = stage.hero()
    stage.turn(row.cell, "grass")
    stage.turn((6, 1), "quiet_floor")
    assert any(isinstance(event, Hit) for event in shot(stage, caster(stage)))
    assert stage.terrain(row.cell) == "grass"


def test_the_ground_burns_even_where_the_missile_killed() -> None:
    stage = Stage(LONG_HALL)
    row = stage.hero()
    row.body.life = 1
    stage.turn(row.cell, "grass")
    shot(stage, caster(stage))
    assert row.hero.fate
    assert stage.terrain((1, 1)) == "burning_grass"


@pytest.mark.parametrize(
    ("state", "target"),
    [
        ("well", "Ben"),
        ("hurt", "Ben"),
        ("link-dead", "Ben"),
        ("asleep", "Ann"),
        ("fallen", "Ann"),
    ],
)
def test_it_goes_for_the_nearest_whom_it_may_hunt_and_sees(state: State, target: str) -> None:
    pair = two_together()
    monster = pair.stage.monster((8, 1), mood="hunting", kind=kind_that(pair.stage, shoots=9))
    pair.stage.step()
    befall(pair.stage, pair.ben, state)
    hits = [event.target.name for event in pair.stage.tick() if isinstance(event, Hit)]
    assert hits == [target]
    assert monster.mind.last_seen == (pair.ben.cell if target == "Ben" else pair.ann.cell)


def test_a_taunt_draws_it_past_one_who_is_nearer() -> None:
    pair = two_together()
    monster = pair.stage.monster((8, 1), mood="hunting", kind=kind_that(pair.stage, shoots=9))
    pair.stage.step()
    inflict(pair.stage.run, pair.stage.floor, monster, "taunted", 50, pair.ann.entity)
    hits = [event.target.name for event in pair.stage.tick() if isinstance(event, Hit)]
    assert hits == ["Ann"]


def test_a_nearer_hero_whom_it_does_not_see_is_safe_from_it() -> None:
    stage = Stage(["############", "#@...#.....#", "#....#.....#", "#..........#", "############"])
    ann, ben = stage.hero("Ann", cell=(4, 1)), stage.hero("Ben", cell=(9, 1))
    stage.monster((6, 1), mood="hunting", kind=kind_that(stage, shoots=9))
    for row in (ann, ben):
        row.body.life = row.body.max_life = LIFE
    stage.step()
    hits = [event.target.name for event in stage.tick() if isinstance(event, Hit)]
    assert hits == ["Ben"]


@pytest.mark.parametrize(("sheltered", "struck"), [(True, False), (False, True)])
def test_the_confused_strike_nobody_who_is_sheltered(sheltered: bool, struck: bool) -> None:
    stage = Stage(["####", "#@.#", "####"])
    hero = stage.hero()
    hero.body.life = hero.body.max_life = 10**6
    hero.body.absorb = hero.body.absorb_tenths = hero.body.regen = 0
    monster = stage.monster((2, 1), mood="hunting", life=10**6)
    hits: list[Event] = []
    for _ in range(200):
        monster.effects.remaining["confused"] = 10
        hero.effects.remaining = {"sheltered": 10} if sheltered else {}
        hits += [event for event in stage.tick() if isinstance(event, Hit)]
    assert bool(hits) is struck


WALLED = [
    "#" * 20,
    "#@" + "." * 17 + "#",
    "#" * 18 + ".#",
    "#" + "." * 18 + "#",
    "#" * 20,
]


def hunter(stage: Stage, tricks: Tricks, patience: int) -> MonsterRow:
    """Put a hunter on the far side of a wall, which believes that somebody is beside it."""
    kind = kind_that(stage, tricks, memory=patience, notices=1)
    row = stage.monster((4, 3), mood="hunting", kind=kind)
    row.mind.last_seen, row.mind.patience = (3, 3), patience
    return row


def test_trackers_find_whom_they_never_saw() -> None:
    stage = Stage(WALLED)
    hero = stage.hero()
    hero.body.life = hero.body.max_life = 10**6
    tracker = hunter(stage, Tricks(tracks=True), patience=400)
    stage.tick(120)
    assert distance(tracker.cell, hero.cell) == 1


def test_others_look_where_they_last_saw_somebody() -> None:
    stage = Stage(WALLED)
    stage.hero()
    row = hunter(stage, PLAIN, patience=400)
    stage.tick(120)
    assert row.cell[1] == 3


def test_trackers_lose_patience_too() -> None:
    stage = Stage(WALLED)
    stage.hero()
    tracker = hunter(stage, Tricks(tracks=True), patience=10)
    stage.tick(30)
    assert tracker.mind.mood == "idle"


def test_nobody_tracks_the_sheltered() -> None:
    stage = Stage(WALLED)
    hero = stage.hero(sheltered=True)
    hero.effects.remaining["sheltered"] = 10_000
    tracker = hunter(stage, Tricks(tracks=True), patience=400)
    stage.tick(120)
    assert tracker.cell[1] == 3


@pytest.mark.parametrize(
    ("ben", "ann", "trail"),
    [
        ("well", "well", "Ben"),
        ("hurt", "well", "Ben"),
        ("link-dead", "well", "Ann"),
        ("asleep", "well", "Ann"),
        ("fallen", "well", "Ann"),
        ("asleep", "link-dead", "none"),
    ],
)
def test_a_trail_is_that_of_the_nearest_who_may_be_hunted(
    ben: State, ann: State, trail: str
) -> None:
    pair = two_together()
    kind = kind_that(pair.stage, Tricks(tracks=True), notices=1)
    tracker = pair.stage.monster((38, 1), mood="hunting", kind=kind)
    tracker.mind.last_seen, tracker.mind.patience = (37, 2), 100
    befall(pair.stage, pair.ben, ben)
    befall(pair.stage, pair.ann, ann)
    while not pair.stage.floor.is_on_watch(tracker):
        pair.stage.floor.state.clock += 1
    search_for_heroes(pair.stage.run, pair.stage.floor, tracker)
    cells = {"Ann": pair.ann.cell, "Ben": pair.ben.cell, "none": (37, 2)}
    assert tracker.mind.last_seen == cells[trail]


@pytest.mark.parametrize(("apart", "x"), [(3, 4), (2, 4)])
def test_an_archer_keeps_its_distance_and_no_more(apart: int, x: int) -> None:
    stage = Stage(HALL)
    stage.hero()
    kind = kind_that(stage, shoots=7, keeps_distance=3)
    archer = stage.monster((1 + apart, 1), mood="hunting", kind=kind)
    hits = [event for event in stage.tick() if isinstance(event, Hit)]
    assert (archer.cell[0], len(hits)) == (x, 1 if apart == 3 else 0)


def test_a_cornered_coward_turns_on_whoever_stands_beside_it() -> None:
    stage = Stage(["#####", "#@..#", "#####"])
    hero = stage.hero()
    coward = stage.monster((3, 1), mood="fleeing", kind=kind_that(stage, flees_below=40))
    coward.body.life = 5
    stage.run.index.move(hero, (2, 1))
    stage.step()
    events = stage.tick(6)
    assert any(isinstance(event, Hit) and event.target.is_hero for event in events)
    assert (_mood(coward), coward.mind.harmed_at is None) == ("hunting", False)


def test_a_cornered_archer_shoots_and_hunts() -> None:
    stage = Stage(["########", "#@.....#", "########"])
    stage.hero()
    kind = kind_that(stage, flees_below=40, shoots=7, keeps_distance=3)
    archer = stage.monster((6, 1), mood="fleeing", kind=kind)
    archer.body.life = 5
    events = stage.tick(6)
    assert any(isinstance(event, Hit) and event.manner == "missile" for event in events)
    assert _mood(archer) == "hunting"


def test_a_cornered_coward_that_reaches_nobody_waits() -> None:
    stage = Stage(["########", "#@.....#", "########"])
    stage.hero()
    coward = stage.monster((6, 1), mood="fleeing", kind=kind_that(stage, flees_below=40))
    coward.body.life = 5
    stage.tick(10)
    assert (_mood(coward), coward.cell) == ("fleeing", (6, 1))
