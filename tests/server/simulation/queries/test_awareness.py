import pytest

from support.worlds.companies import STATES, State, two_apart, two_together
from support.worlds.staging import Stage, kind_that
from undertide_server.content.records.statuses import SUMMONED
from undertide_server.content.records.tricks import PLAIN, Rush, SpellUse, Summons, Tricks
from undertide_server.simulation.components.monsters import GuardPost
from undertide_server.simulation.mechanics.damage import deal_damage
from undertide_server.simulation.mechanics.statuses import inflict
from undertide_server.simulation.queries.awareness import (
    LAST_TURNS,
    drawn_to,
    heeded,
    is_allowed,
    is_dangerous,
    is_hunted,
    is_in_danger,
    is_out_of_bounds,
    is_prey,
)
from undertide_server.simulation.queries.grammar import who
from undertide_server.simulation.queries.visibility import memory_of
from undertide_server.simulation.state.inputs import PlayerBack, PlayerIdle, PlayerLost, Withdrawn
from undertide_shared.geometry import Cell

HALL = ["##############", "#@...........#", "#............#", "##############"]


def test_the_link_dead_are_prey_of_their_pursuers_alone_and_sleepers_of_nobody() -> None:
    stage = Stage(HALL)
    hero = stage.hero()
    pursuer = stage.monster((4, 1), mood="hunting")
    runner = stage.monster((5, 1), mood="fleeing")
    idle = stage.monster((6, 1))
    assert all(is_prey(hero, each) for each in (pursuer, runner, idle))
    stage.step(PlayerLost(0))
    late = stage.monster((7, 1), mood="hunting")
    prey_of = [is_prey(hero, each) for each in (pursuer, runner, idle, late)]
    assert prey_of == [True, True, False, False]
    stage.step(PlayerBack(0))
    assert is_prey(hero, late)
    stage.step(PlayerLost(0))
    stage.step(Withdrawn(0))
    assert not is_prey(hero, pursuer)


def test_a_hunter_behind_a_wall_is_no_pursuer() -> None:
    stage = Stage(["######", "#@#..#", "######"])
    hero = stage.hero()
    hunter = stage.monster((3, 1), mood="hunting")
    stage.step(PlayerLost(0))
    assert not is_prey(hero, hunter)


def test_the_taunted_are_drawn_to_whom_they_see_and_may_hunt() -> None:
    stage = Stage(HALL)
    hero = stage.hero()
    monster = stage.monster((4, 1), mood="hunting")
    assert drawn_to(stage.run, stage.floor, monster) is None
    inflict(stage.run, stage.floor, monster, "burning", 50, hero.entity)
    assert drawn_to(stage.run, stage.floor, monster) is None
    inflict(stage.run, stage.floor, monster, "taunted", 50, hero.entity)
    assert drawn_to(stage.run, stage.floor, monster) is hero
    hero.effects.remaining["sheltered"] = 9
    assert drawn_to(stage.run, stage.floor, monster) is None
    hero.effects.remaining.clear()
    stage.put_to_sleep()
    assert drawn_to(stage.run, stage.floor, monster) is None


def test_nobody_is_drawn_through_a_wall() -> None:
    stage = Stage(["######", "#@#..#", "######"])
    hero = stage.hero()
    monster = stage.monster((3, 1), mood="hunting")
    inflict(stage.run, stage.floor, monster, "taunted", 50, hero.entity)
    assert drawn_to(stage.run, stage.floor, monster) is None


GLASS = {"G": "glass"}
SPLIT = ["#########", "#@..G...#", "#...G...#", "#########"]
ROUND = ["###########", "#@..G.....#", "#...G.....#", "#.........#", "###########"]


def test_what_glass_keeps_away_is_not_heeded() -> None:
    stage = Stage(SPLIT, legend=GLASS)
    row = stage.hero()
    beast = stage.monster((6, 1), mood="hunting")
    assert row.sees[beast.spot]
    assert heeded(stage.run, stage.floor, row, [beast]) == []


def test_what_can_come_round_the_glass_is_heeded() -> None:
    stage = Stage(ROUND, legend=GLASS)
    row = stage.hero()
    beast = stage.monster((6, 1), mood="hunting")
    assert heeded(stage.run, stage.floor, row, [beast]) == [beast]


def test_what_is_too_many_steps_away_is_not_heeded() -> None:
    stage = Stage(["#" * 24, "#@" + "." * 21 + "#", "#" * 24])
    row = stage.hero()
    steps = stage.run.rules.heroes.heed_steps
    near = stage.monster((1 + steps, 1))
    far = stage.monster((2 + steps, 1))
    assert heeded(stage.run, stage.floor, row, [near, far]) == [near]


def test_ways_that_the_hero_does_not_know_tell_it_nothing() -> None:
    # A door behind the hero's back joins the two halves, out of its sight.
    rows = ["#########", "#@..G...#", "#...G...#", "###.#.###", "###...###", "#########"]
    stage = Stage(rows, legend=GLASS)
    row = stage.hero()
    beast = stage.monster((6, 1), mood="hunting")
    known = row.memory.floors[1].tiles
    known[4] = 0
    assert heeded(stage.run, stage.floor, row, [beast]) == []
    known[4] = stage.floor.state.tiles[4]
    row.known = None
    assert heeded(stage.run, stage.floor, row, [beast]) == [beast]


@pytest.mark.parametrize(
    ("shoots", "tricks"),
    [
        (5, PLAIN),
        (0, Tricks(spells=(SpellUse(spell="slow", percent=50),))),
        (0, Tricks(summons=Summons(percent=50, rest=1, count=1, most=1, strength_percent=50))),
        (0, Tricks(rushes=Rush(reach=6, rest=1, blinks=True))),
    ],
)
def test_what_strikes_or_calls_or_blinks_through_glass_is_heeded(
    shoots: int, tricks: Tricks
) -> None:
    stage = Stage(SPLIT, legend=GLASS)
    row = stage.hero()
    beast = stage.monster((6, 1), mood="hunting", kind=kind_that(stage, tricks, shoots=shoots))
    assert heeded(stage.run, stage.floor, row, [beast]) == [beast]


@pytest.mark.parametrize(
    ("rows", "cell", "in_danger"),
    [
        (["########", "#@.....#", "########"], (5, 1), True),
        (["########", "#@.#...#", "########"], (5, 1), False),
        (["#" * 24, "#@" + "." * 21 + "#", "#" * 24], (20, 1), False),
    ],
    ids=["in view and near", "out of view", "far away"],
)
def test_a_hero_is_in_danger_from_what_it_sees_near(
    rows: list[str], cell: Cell, in_danger: bool
) -> None:
    stage = Stage(rows)
    row = stage.hero()
    stage.monster(cell, mood="asleep")
    stage.tick()
    assert is_in_danger(stage.run, stage.floor, row) is in_danger


def test_an_ally_is_no_danger() -> None:
    stage = Stage(["########", "#@.....#", "########"])
    row = stage.hero()
    assert not is_in_danger(stage.run, stage.floor, row)
    stage.monster((5, 1)).effects.remaining[SUMMONED] = 100
    stage.tick()
    assert not is_in_danger(stage.run, stage.floor, row)


@pytest.mark.parametrize("state", STATES)
def test_prey_is_whoever_stands_and_is_played(state: State) -> None:
    pair = two_together(state)
    late = pair.stage.monster((20, 1), mood="hunting")
    assert is_prey(pair.ann, late)
    assert is_prey(pair.ben, late) is (state in {"well", "hurt", "far"})


def test_who_is_on_guard_is_prey_of_those_alone_who_hunted_then() -> None:
    pair = two_together()
    hunter = pair.stage.monster((9, 1), mood="hunting")
    pair.stage.step()
    pair.stage.step(PlayerIdle(1))
    late = pair.stage.monster((10, 1), mood="hunting")
    assert [is_prey(pair.ben, each) for each in (hunter, late)] == [True, False]
    assert [is_prey(pair.ann, each) for each in (hunter, late)] == [True, True]


def test_hunters_and_dangers_are_those_in_ones_own_view() -> None:
    apart = two_apart()
    run, floor = apart.stage.run, apart.stage.floor
    apart.stage.run.index.leave(apart.hers.entity)
    assert not is_hunted(floor, apart.ben), "it has noticed nobody"
    apart.bens.mind.mood = "hunting"
    assert [is_hunted(floor, row) for row in (apart.ann, apart.ben)] == [False, True]
    assert [is_in_danger(run, floor, row) for row in (apart.ann, apart.ben)] == [False, True]


def test_an_ally_after_somebody_hunts_nobody_of_the_party() -> None:
    pair = two_together()
    ally = pair.stage.monster((9, 1), mood="hunting")
    pair.stage.step()
    assert is_hunted(pair.stage.floor, pair.ann)
    ally.effects.remaining[SUMMONED] = 100
    assert not is_hunted(pair.stage.floor, pair.ann)


def test_what_is_near_a_companion_is_not_heeded_by_one_at_the_other_end() -> None:
    pair = two_together("far")
    memory_of(pair.stage.floor, pair.ben).tiles[:] = pair.stage.floor.state.tiles
    foe = pair.stage.monster((8, 1))
    assert heeded(pair.stage.run, pair.stage.floor, pair.ann, [foe]) == [foe]
    assert heeded(pair.stage.run, pair.stage.floor, pair.ben, [foe]) == []


def test_the_way_that_only_a_companion_knows_tells_a_hero_nothing() -> None:
    rows = ["#########", "#@..G...#", "#...G...#", "###.#.###", "###...###", "#########"]
    stage = Stage(rows, legend=GLASS)
    ann, ben = stage.hero("Ann", cell=(1, 1)), stage.hero("Ben", cell=(2, 1))
    beast = stage.monster((6, 1), mood="hunting")
    for row, tiles in ((ann, 0), (ben, stage.floor.state.tiles[4])):
        memory_of(stage.floor, row).tiles[4] = tiles
    assert heeded(stage.run, stage.floor, ann, [beast]) == []
    assert heeded(stage.run, stage.floor, ben, [beast]) == [beast]


@pytest.mark.parametrize("state", STATES)
def test_the_taunted_are_drawn_to_a_companion_as_long_as_it_may_be_hunted(state: State) -> None:
    pair = two_together(state)
    monster = pair.stage.monster((7, 1), mood="hunting")
    pair.stage.step()
    inflict(pair.stage.run, pair.stage.floor, monster, "taunted", 50, pair.ben.entity)
    drawn = drawn_to(pair.stage.run, pair.stage.floor, monster)
    assert drawn is (pair.ben if state in {"well", "hurt"} else None)
    del monster.effects.remaining["taunted"]
    assert drawn_to(pair.stage.run, pair.stage.floor, monster) is None


@pytest.mark.parametrize(
    ("at", "cell", "allowed"),
    [(4, 6, True), (4, 7, False), (8, 7, True), (8, 8, False), (8, 9, False), (6, 6, True)],
)
def test_a_guardian_stays_near_its_post_or_comes_nearer_again(
    at: int, cell: int, allowed: bool
) -> None:
    stage = Stage(HALL)
    monster = stage.monster((at, 1), kind=kind_that(stage, guards=2))
    monster.post = GuardPost(4, 1)
    assert is_allowed(monster, (cell, 1)) is allowed
    assert is_out_of_bounds(monster, (cell, 1)) is (cell > 7)
    monster.post = None
    assert is_allowed(monster, (cell, 1))
    assert not is_out_of_bounds(monster, (cell, 1))


def test_a_monster_is_dangerous_while_it_hunts_and_for_some_turns_after_it_did_harm() -> None:
    stage = Stage(HALL)
    hero = stage.hero()
    runner = stage.monster((4, 1), mood="fleeing")
    runner.actor.energy = -(10**6)
    stage.step()
    assert not is_dangerous(stage.floor, runner)
    deal_damage(stage.run, stage.floor, who(runner), hero, [(1, "physical")])
    assert is_dangerous(stage.floor, runner)
    assert is_hunted(stage.floor, hero)
    stage.tick(LAST_TURNS)
    assert is_dangerous(stage.floor, runner)
    stage.tick()
    assert not is_dangerous(stage.floor, runner)
    runner.mind.mood = "hunting"
    assert is_dangerous(stage.floor, runner)


def test_what_did_harm_lately_is_heeded_wherever_it_is() -> None:
    stage = Stage(["#######", "#@.g..#", "#######"], legend={"g": "glass"})
    hero = stage.hero()
    monster = stage.monster((4, 1), mood="idle")
    stage.step()
    assert heeded(stage.run, stage.floor, hero, [monster]) == []
    monster.mind.harmed_at = stage.floor.state.clock
    assert heeded(stage.run, stage.floor, hero, [monster]) == [monster]
