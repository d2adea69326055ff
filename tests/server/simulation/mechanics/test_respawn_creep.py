"""R5: the tide rises with the floor's own clock and comes from where nobody looks."""

import numpy as np
import pytest

from support.worlds.companies import STATES, State, befall, two_together
from support.worlds.staging import Stage, make_test_game
from undertide_server.simulation.components.floors import Floor, Graves, Portals, Tide, Traps
from undertide_server.simulation.components.monsters import Mind
from undertide_server.simulation.mechanics import respawn_creep
from undertide_server.simulation.mechanics.respawn_creep import first_due, next_comers, raise_tide
from undertide_server.simulation.rules.tide import bias_percent, tide_times
from undertide_server.simulation.state.events import Event, FloorTold
from undertide_server.simulation.state.inputs import PlayerLost, Withdrawn
from undertide_server.simulation.systems.sight import update_sight
from undertide_server.worldgen.game.creep import creep_pool, draw, expected_experience
from undertide_shared.geometry import Cell, distance

WIDE = (
    ["#" * 60]
    + ["#" + "." * 10 + "#" * 38 + "." * 10 + "#"] * 3
    + ["#@" + "." * 57 + "#"]
    + ["#" + "." * 10 + "#" * 38 + "." * 10 + "#"] * 3
    + ["#" * 60]
)
GAME = make_test_game()
RULES = GAME.ruleset.tide
TIMES = tide_times(RULES)
FULL_CLOCK = RULES.grace + TIMES.beats[-1]
"""The tick of the first beat at full tide."""
assert RULES.groups is not None
assert RULES.high_tide is not None
GROUPS, HIGH_TIDE = RULES.groups, RULES.high_tide
FIRST = RULES.first


def flooded(stage: Stage, ticks: int) -> None:
    """Let a floor grow old without living through it."""
    stage.floor.tide.clock = ticks


def sheltered(stage: Stage) -> None:
    """Put a hero where nothing will hurt it for the test."""
    row = stage.hero()
    row.body.life = row.body.max_life = 10**6


def test_nothing_comes_within_the_grace_time() -> None:
    stage = Stage(WIDE, GAME)
    sheltered(stage)
    flooded(stage, RULES.grace - 12)
    stage.tick(10)
    assert not stage.floor.monsters


def test_one_newcomer_an_interval_out_of_sight_and_far_and_hunting() -> None:
    stage = Stage(WIDE, GAME)
    sheltered(stage)
    flooded(stage, RULES.grace - 1)
    stage.tick()
    (newcomer,) = stage.floor.monsters.values()
    hero = next(iter(stage.floor.heroes.values()))
    assert newcomer.mind.mood == "hunting"
    assert not hero.sight.mask[newcomer.position.y, newcomer.position.x]
    steps = stage.floor.distances([hero.cell])[newcomer.position.y, newcomer.position.x]
    assert RULES.arrival_distance <= steps < np.iinfo(np.int32).max
    assert stage.run.kinds[newcomer.monster.kind] in creep_pool(GAME, 1)


@pytest.mark.parametrize(("heroes", "newcomers"), [(1, 5), (2, 7), (3, 9), (4, 11)])
def test_each_companion_brings_two_fifths_of_a_newcomer_more(heroes: int, newcomers: int) -> None:
    assert RULES.per_extra_hero_percent == 40
    stage = Stage(WIDE, GAME)
    for name in ("Ann", "Ben", "Cid", "Dot")[:heroes]:
        stage.hero(name, sheltered=True)
    for beat in range(5):
        flooded(stage, RULES.grace - 1 + TIMES.beats[beat])
        raise_tide(stage.run, stage.floor)
    assert len(stage.floor.monsters) == newcomers


def test_sleeping_and_fallen_companions_bring_nobody() -> None:
    stage = Stage(WIDE, GAME)
    for name in ("Ann", "Ben", "Cid"):
        stage.hero(name, sheltered=True)
    stage.put_to_sleep(1)
    stage.put_to_sleep(2)
    for beat in range(5):
        flooded(stage, RULES.grace - 1 + TIMES.beats[beat])
        raise_tide(stage.run, stage.floor)
    assert len(stage.floor.monsters) == 5


def test_no_newcomer_arrives_where_somebody_stands() -> None:
    stage = Stage(["#########", "#@..#...#", "#########"], GAME)
    hero = stage.hero(sheltered=True)
    stage.turn((4, 1), "door")
    update_sight(stage.run, stage.floor)
    free = [(x, 1) for x in range(5, 8) if not hero.sight.mask[1, x]]
    assert free
    for cell in free:
        stage.monster(cell, mood="asleep")
    flooded(stage, RULES.grace - 1)
    raise_tide(stage.run, stage.floor)
    assert sorted(row.cell for row in stage.floor.monsters.values()) == free


def test_the_clock_stands_while_everyone_sleeps_and_goes_on_where_it_stood() -> None:
    stage = Stage(WIDE, GAME)
    sheltered(stage)
    stage.tick(5)
    stage.step(PlayerLost(0))
    stage.step(Withdrawn(0))
    stage.tick(50)
    assert stage.floor.tide.clock == 5


def test_each_mark_is_told_once() -> None:
    stage = Stage(WIDE, GAME)
    sheltered(stage)
    flooded(stage, RULES.grace + RULES.rise)
    told = [event.text for event in stage.tick(3) if isinstance(event, FloorTold)]
    assert told == [mark.message for mark in RULES.marks]


def test_a_full_floor_takes_no_more() -> None:
    stage = Stage(WIDE, GAME)
    sheltered(stage)
    most = stage.run.rules.population.most_alive
    cells = [(x, y) for y in (1, 2, 3, 5, 6, 7) for x in range(50, 59)]
    for cell in (cells * 10)[: min(most, len(cells))]:
        stage.monster(cell, mood="asleep")
    while len(stage.floor.monsters) < most:
        cell = stage.floor.nearest_free((30, 4))
        stage.monster(cell, mood="asleep")
    flooded(stage, RULES.grace - 1)
    stage.tick()
    assert len(stage.floor.monsters) == most


def test_newcomers_pay_less_the_higher_the_tide() -> None:
    paid = []
    for clock in (RULES.grace, FULL_CLOCK):
        stage = Stage(WIDE, GAME)
        sheltered(stage)
        stage.floor.tide.owed = 100 * GROUPS.monsters
        flooded(stage, clock - 1)
        stage.tick()
        newcomer = next(iter(stage.floor.monsters.values()))
        kind = stage.run.kinds[newcomer.monster.kind]
        paid.append((newcomer.monster.experience, kind.experience))
    assert paid[0][0] == paid[0][1]
    assert paid[1][0] == paid[1][1] * RULES.experience_at_full_percent // 100


def told(events: list[Event]) -> list[str]:
    return [event.text for event in events if isinstance(event, FloorTold)]


def other_floor(stage: Stage, clock: int) -> None:
    """Add floor 2 to a run, on which heroes have stayed so long."""
    state = Floor(2, (1,), ("start",), (), 2, "below", stage.floor.state.tiles, (1, 4), None, ())
    components = (state, Tide(clock), Traps(), Portals(), Graves())
    stage.run.index.add_floor(stage.run.world.create(*components))


class TestFirstComer:
    def test_it_comes_within_the_grace_and_is_announced_once_in_a_run(self) -> None:
        stage = Stage(WIDE, GAME)
        sheltered(stage)
        flooded(stage, FIRST.ticks - 2)
        assert FIRST.ticks < RULES.grace
        assert told(stage.tick()) == []
        assert not stage.floor.monsters
        assert told(stage.tick()) == [FIRST.message]
        (newcomer,) = stage.floor.monsters.values()
        assert newcomer.mind.mood == "hunting"
        assert newcomer.monster.experience == stage.run.kinds[newcomer.monster.kind].experience
        flooded(stage, RULES.grace - 1)
        assert FIRST.message not in told(stage.tick())
        assert len(stage.floor.monsters) == 2

    def test_the_clocks_of_the_first_floors_count_together(self) -> None:
        stage = Stage(WIDE, GAME)
        other_floor(stage, FIRST.ticks - 30)
        sheltered(stage)
        stage.tick(29)
        assert not stage.floor.monsters
        stage.tick()
        assert len(stage.floor.monsters) == 1

    def test_it_does_not_come_early_on_deeper_floors(self) -> None:
        stage = Stage(WIDE, GAME)
        sheltered(stage)
        stage.floor.state.number = FIRST.floors + 1
        other_floor(stage, FIRST.ticks)
        flooded(stage, FIRST.ticks - 1)
        stage.tick(10)
        assert not stage.floor.monsters
        flooded(stage, RULES.grace - 1)
        assert FIRST.message in told(stage.tick())

    def test_it_tries_again_an_interval_later_if_the_floor_has_no_room(self) -> None:
        stage = Stage(["#####", "#@..#", "#####"], GAME)
        sheltered(stage)
        flooded(stage, FIRST.ticks - 1)
        stage.tick()
        assert first_due(stage.run, stage.floor) == 0
        stage.tick()
        assert first_due(stage.run, stage.floor) == RULES.interval - 1
        assert not stage.run.progress.tide_met


HALL = ["#" * 40, "#@" + "." * 37 + "#", "#" * 17 + "." + "#" * 22, "#" * 40]


def test_the_first_newcomer_is_awaited_until_one_has_come() -> None:
    stage = Stage(HALL, GAME)
    assert first_due(stage.run, stage.floor) == FIRST.ticks
    assert next_comers(stage.run, stage.floor)[0] == FIRST.ticks
    stage.run.progress.tide_met = True
    assert first_due(stage.run, stage.floor) is None
    assert next_comers(stage.run, stage.floor)[0] == RULES.grace


def test_the_time_told_is_the_time_that_passes_until_somebody_comes() -> None:
    stage = Stage(["#" * 40, "#@#" + "." * 36 + "#", "#" * 40], GAME)
    stage.turn((2, 1), "door")
    stage.hero().body.life = 10**6
    stage.floor.tide.clock = RULES.grace + RULES.interval - 7
    due, _ = next_comers(stage.run, stage.floor)
    stage.tick(due - 1)
    assert not stage.floor.monsters
    stage.tick()
    assert stage.floor.monsters


def test_the_worth_is_a_mean_and_the_same_whoever_comes() -> None:
    stage = Stage(HALL, GAME)
    pool = creep_pool(GAME, 1)
    _, early = next_comers(stage.run, stage.floor)
    assert early == expected_experience(pool, 0)
    stage.floor.tide.clock = RULES.grace + RULES.rise
    _, late = next_comers(stage.run, stage.floor)
    one = expected_experience(pool, 100) * RULES.experience_at_full_percent // 100
    assert late == one * GROUPS.monsters


@pytest.mark.parametrize("state", STATES)
def test_a_companion_brings_newcomers_as_long_as_it_stands(state: State) -> None:
    pair = two_together("well" if state == "far" else state, Stage(WIDE, GAME))
    if state == "far":
        pair.stage.run.index.move(pair.ben, (58, 4))
    for beat in range(5):
        flooded(pair.stage, RULES.grace - 1 + TIMES.beats[beat])
        raise_tide(pair.stage.run, pair.stage.floor)
    assert len(pair.stage.floor.monsters) == (5 if state in {"asleep", "fallen"} else 7)


def group(clock: int, heroes: int = 1) -> Stage:
    """Return a floor into which a group has come by a clock; nobody came before."""
    stage = Stage(WIDE, GAME)
    for name in ("Ann", "Ben", "Cid")[:heroes]:
        stage.hero(name, sheltered=True)
    flooded(stage, clock - 1)
    while not stage.floor.monsters:
        raise_tide(stage.run, stage.floor)
    return stage


class TestGroups:
    HALF = RULES.grace + RULES.rise // 2

    @pytest.mark.parametrize("heroes", [1, 3])
    def test_from_half_of_the_tide_on_kin_come_together(self, heroes: int) -> None:
        stage = group(self.HALF, heroes)
        found = list(stage.floor.monsters.values())
        assert len(found) == GROUPS.monsters == 3
        assert len({stage.run.kinds[row.monster.kind].family for row in found}) == 1
        assert max(distance(one.cell, two.cell) for one in found for two in found) <= 2
        assert {row.mind.mood for row in found} == {"hunting"}
        assert not any(row.effects.remaining for row in found)

    @pytest.mark.parametrize(("heroes", "beats"), [(1, 3), (3, 2)])
    def test_a_group_waits_until_as_many_are_due(self, heroes: int, beats: int) -> None:
        stage = group(self.HALF, heroes)
        passed = [tick for tick in TIMES.beats if RULES.grace + tick >= self.HALF]
        assert stage.floor.tide.clock == RULES.grace + passed[beats - 1]
        assert stage.floor.tide.owed == beats * (60 + 40 * heroes) - 300

    @pytest.mark.parametrize("heroes", [1, 2, 3])
    def test_the_time_told_is_that_of_the_group(self, heroes: int) -> None:
        for clock in range(self.HALF - 300, FULL_CLOCK + 500, 97):
            stage = Stage(WIDE, GAME)
            for name in ("Ann", "Ben", "Cid")[:heroes]:
                stage.hero(name, sheltered=True)
            flooded(stage, clock)
            due, _ = next_comers(stage.run, stage.floor)
            for _ in range(due - 1):
                raise_tide(stage.run, stage.floor)
            assert not stage.floor.monsters
            raise_tide(stage.run, stage.floor)
            assert stage.floor.monsters

    def test_before_it_they_come_one_by_one(self) -> None:
        assert len(group(self.HALF - RULES.interval).floor.monsters) == 1

    def test_as_many_come_as_the_floor_has_room_for(self) -> None:
        stage = Stage(WIDE, GAME)
        stage.hero(sheltered=True)
        most = stage.run.rules.population.most_alive
        while len(stage.floor.monsters) < most - 2:
            stage.monster(stage.floor.nearest_free((2, 4)), mood="asleep")
        flooded(stage, FULL_CLOCK - 1)
        stage.floor.tide.owed = 300
        raise_tide(stage.run, stage.floor)
        assert len(stage.floor.monsters) == most


class TestHighTide:
    def test_each_group_has_haste_or_regeneration(self) -> None:
        found = set()
        for clock in range(20):
            stage = Stage(WIDE, GAME)
            stage.hero(sheltered=True)
            stage.floor.state.clock = clock
            stage.floor.tide.owed = 200
            flooded(stage, FULL_CLOCK - 1)
            raise_tide(stage.run, stage.floor)
            (given,) = {
                tuple(row.effects.remaining.items()) for row in stage.floor.monsters.values()
            }
            found.add(given)
        assert found == {(("hasted", HIGH_TIDE.ticks),), (("regenerating", HIGH_TIDE.ticks),)}

    def test_below_it_they_have_neither(self) -> None:
        stage = group(RULES.grace + RULES.rise - 6 * TIMES.full_interval)
        assert not any(row.effects.remaining for row in stage.floor.monsters.values())


def test_by_rules_of_before_one_comes_each_interval_alone_at_any_tide() -> None:
    fields = ("interval_at_full_percent", "groups", "high_tide")
    stored = RULES.model_dump(exclude=set(fields))
    old = type(RULES).model_validate(stored)
    times = tide_times(old)
    assert times.beats == tuple(range(0, RULES.rise + 1, RULES.interval))
    assert times.full_interval == RULES.interval
    assert (old.groups, old.high_tide) == (None, None)


def newcomers(stage: Stage, number: int = 30) -> list[tuple[Cell, Cell | None]]:
    """Let the tide bring somebody again and again: where each came and whom it hunts."""
    found = []
    for clock in range(number):
        stage.floor.state.clock = clock
        stage.floor.tide.owed = 0
        flooded(stage, RULES.grace - 1)
        raise_tide(stage.run, stage.floor)
        for monster in list(stage.floor.monsters.values()):
            found.append((monster.cell, monster.mind.last_seen))
            stage.run.index.leave(monster.entity)
    return found


def test_they_come_twenty_steps_away_and_no_nearer() -> None:
    stage = Stage(["#" * 23, "#@+" + "." * 19 + "#", "#" * 23], GAME)
    stage.hero(sheltered=True)
    assert set(newcomers(stage)) == {((21, 1), (1, 1))}


def test_they_come_far_from_all_who_stand_and_hunt_the_nearest() -> None:
    stage = Stage(["#" * 60, "#@+" + "." * 54 + "+.#", "#" * 60], GAME)
    ann, ben = stage.hero("Ann", cell=(1, 1)), stage.hero("Ben", cell=(58, 1))
    found = newcomers(stage)
    assert {x for (x, _), _ in found} <= set(range(21, 39))
    hunted = {(x - 1 <= 58 - x, prey) for (x, _), prey in found}
    assert hunted == {(True, ann.cell), (False, ben.cell)}


def test_they_come_out_of_the_sight_of_the_fallen_too() -> None:
    stage = Stage(["#" * 102, "#@+" + "." * 97 + "+#", "#" * 102], GAME)
    stage.hero("Ann", cell=(1, 1))
    ben = stage.hero("Ben", cell=(60, 1))
    befall(stage, ben, "fallen")
    found = newcomers(stage)
    assert found
    assert not [cell for cell, _ in found if ben.sight.mask[cell[1], cell[0]]]
    assert {prey for _, prey in found} == {(1, 1)}


def test_a_newcomer_is_drawn_by_the_tides_own_chance_and_remembers_as_long_as_its_kind() -> None:
    stage = Stage(WIDE, GAME)
    hero = stage.hero(sheltered=True)
    pool, kinds = creep_pool(GAME, 1), []
    for beat in range(12):
        flooded(stage, RULES.grace - 1 + TIMES.beats[beat])
        bias = bias_percent(stage.run.tick_figures.tide, stage.floor.tide.clock + 1)
        kinds.append(draw(pool, bias, stage.run.chance(stage.floor, "tide", beat)))
        raise_tide(stage.run, stage.floor)
        newcomer = stage.floor.monsters[max(stage.floor.monsters)]
        assert newcomer.monster.kind == kinds[-1].id
        assert newcomer.mind == Mind(
            "hunting", last_seen=hero.cell, patience=kinds[-1].behaviour.memory
        )
    assert len({kind.id for kind in kinds}) > 1


def test_the_first_newcomer_is_drawn_and_paid_as_at_the_lowest_tide() -> None:
    stage = Stage(WIDE, GAME)
    stage.hero(sheltered=True)
    rules = stage.run.rules.tide.model_copy(update={"experience_at_full_percent": 0})
    stage.run.rules = stage.run.rules.model_copy(update={"tide": rules})
    flooded(stage, FIRST.ticks - 1)
    kind = draw(creep_pool(GAME, 1), 0, stage.run.chance(stage.floor, "tide", 0))
    stage.run.events = []
    raise_tide(stage.run, stage.floor)
    (newcomer,) = stage.floor.monsters.values()
    assert (newcomer.monster.kind, newcomer.monster.experience) == (kind.id, kind.experience)
    assert stage.run.events == [FloorTold(stage.floor.entity, "tide", FIRST.message)]


def test_marks_are_told_to_their_floor() -> None:
    stage = Stage(["####", "#@.#", "####"], GAME)
    stage.hero(sheltered=True)
    flooded(stage, RULES.grace + RULES.rise)
    stage.run.events = []
    raise_tide(stage.run, stage.floor)
    assert stage.run.events == [
        FloorTold(stage.floor.entity, "tide", mark.message) for mark in RULES.marks
    ]


def test_nobody_comes_where_no_way_leads_or_over_ground_that_monsters_shun() -> None:
    rows = [
        "#" * 44,
        "#@" + "." * 38 + "#..#",
        "#" * 32 + "." + "#" * 8 + "..#",
        "#" * 44,
    ]
    stage = Stage(rows, GAME)
    hero = stage.hero(sheltered=True)
    stage.turn((32, 2), "embers")
    stage.turn((3, 1), "door")
    update_sight(stage.run, stage.floor)
    assert not hero.sight.mask[1, 10:].any()
    for beat in range(12):
        flooded(stage, RULES.grace - 1 + TIMES.beats[beat])
        raise_tide(stage.run, stage.floor)
    cells = [row.cell for row in stage.floor.monsters.values()]
    assert len(cells) == 12
    assert all(y == 1 and 21 <= x <= 39 for x, y in cells)


@pytest.mark.parametrize(
    ("number", "clock", "due"),
    [
        (FIRST.floors, 0, FIRST.ticks),
        (FIRST.floors + 1, 0, None),
        (1, FIRST.ticks, 0),
        (1, FIRST.ticks + 1, RULES.interval - 1),
        (1, RULES.grace, None),
        (1, RULES.grace - 1, RULES.interval - (RULES.grace - 1 - FIRST.ticks)),
    ],
)
def test_the_first_comes_early_on_the_first_floors_within_their_grace(
    number: int, clock: int, due: int | None
) -> None:
    stage = Stage(HALL, GAME)
    stage.floor.state.number = number
    flooded(stage, clock)
    assert first_due(stage.run, stage.floor) == due


def test_where_no_kind_can_come_nobody_does_and_none_is_due(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(respawn_creep, "creep_pool", lambda _game, _number: ())
    stage = Stage(HALL, GAME)
    stage.hero(sheltered=True)
    flooded(stage, RULES.grace - 1)
    assert next_comers(stage.run, stage.floor) == (0, 0)
    raise_tide(stage.run, stage.floor)
    assert not stage.floor.monsters
