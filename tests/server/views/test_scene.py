"""What all views of a floor share: who is seen, in what mood, and how far the tide has risen."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.worlds.companies import LONG_HALL, STAIRS, Pair, party, two_together
from support.worlds.staging import Stage
from undertide_server.simulation.components.actors import Body
from undertide_server.simulation.components.floors import Agreement, PlacedMark
from undertide_server.simulation.mechanics.dying import strike_down
from undertide_server.simulation.state.events import thing
from undertide_server.simulation.state.inputs import PlayerLost, Withdrawn
from undertide_server.simulation.state.rows import MonsterRow
from undertide_server.simulation.systems.sight import update_sight
from undertide_server.views.scene import Subject, VisibleScene, health_of, scene_of, steady_ticks

HOUSE = [
    "############",
    "#@...#.....#",
    "#....#.....#",
    "#....#....>#",
    "############",
]


def scene(stage: Stage) -> VisibleScene:
    return scene_of(stage.run, stage.floor)


def subjects(stage: Stage) -> dict[int, Subject]:
    """Return everyone whom some hero sees."""
    return scene(stage).shown_to(bytes([1]) * stage.floor.walkable.size)


class TestActors:
    def test_whom_no_hero_sees_is_in_no_scene(self) -> None:
        stage = Stage(HOUSE)
        ann, ben = stage.hero("Ann"), stage.hero("Ben", cell=(4, 3))
        seen, hidden = stage.monster((3, 1)), stage.monster((8, 2))
        stage.step()
        assert set(subjects(stage)) == {ann.entity, ben.entity, seen.entity}
        assert hidden.entity not in subjects(stage)

    def test_each_view_takes_those_in_its_own_sight(self) -> None:
        stage = Stage(HOUSE)
        ann, ben = stage.hero("Ann"), stage.hero("Ben", cell=(8, 2))
        left, right = stage.monster((4, 3)), stage.monster((10, 1))
        stage.step()
        shared = scene(stage)
        heroes = {ann.entity, ben.entity}
        assert set(shared.shown_to(ann.sees)) == {*heroes, left.entity}
        assert set(shared.shown_to(ben.sees)) == {*heroes, right.entity}
        assert shared.watched == (ann.sight.mask | ben.sight.mask).tobytes()


class TestCompanions:
    """R17: heroes know where the others of their floor are, and no more than the panel tells."""

    def test_a_hero_behind_a_wall_is_shown_where_it_is(self) -> None:
        stage = Stage(HOUSE)
        ann, ben = stage.hero("Ann"), stage.hero("Ben", cell=(8, 2))
        shown = scene(stage).shown_to(ann.sees)[ben.entity]
        assert (shown.x, shown.y, shown.health, shown.mood) == (8, 2, 100, "alive")
        stage.run.index.move(ben, (9, 3))
        stage.step()
        assert (scene(stage).shown_to(ann.sees)[ben.entity].x) == 9

    def test_of_one_out_of_sight_no_status_is_told(self) -> None:
        stage = Stage(HOUSE)
        ann, ben = stage.hero("Ann"), stage.hero("Ben", cell=(8, 2))
        ben.effects.remaining |= {"confused": 5, "poisoned": 5}
        far = scene(stage).shown_to(ann.sees)[ben.entity]
        assert (far.mood, far.statuses, far.status_effects) == ("alive", (), ())
        near = scene(stage).shown_to(ben.sees)[ben.entity]
        assert near.mood == "confused"
        assert "poisoned" in near.statuses

    @pytest.mark.parametrize("state", ["asleep", "fallen", "linkdead"])
    def test_those_who_lie_or_are_absent_are_shown_too(self, state: str) -> None:
        stage = Stage(HOUSE)
        ann, ben = stage.hero("Ann"), stage.hero("Ben", cell=(8, 2))
        if state == "fallen":
            strike_down(stage.run, stage.floor, ben, thing("a trap", ben.cell))
        else:
            stage.step(PlayerLost(1))
        if state == "asleep":
            stage.step(Withdrawn(1))
        assert scene(stage).shown_to(ann.sees)[ben.entity].mood == state


class TestMoods:
    @pytest.mark.parametrize(
        ("effects", "mood"),
        [({}, "alive"), ({"sheltered": 9}, "alive"), ({"sheltered": 9, "confused": 1}, "confused")],
    )
    def test_of_a_heros_effects_confusion_alone_shows(
        self, effects: dict[str, int], mood: str
    ) -> None:
        stage = Stage(HOUSE)
        row = stage.hero()
        row.effects.remaining |= effects
        assert subjects(stage)[row.entity].mood == mood

    def test_of_a_monster_what_it_is_about_or_that_it_is_confused(self) -> None:
        stage = Stage(HOUSE)
        stage.hero()
        plain, slowed, mad = (stage.monster((x, 2), mood="asleep") for x in (2, 3, 4))
        slowed.effects.remaining["slowed"] = 5
        mad.effects.remaining["confused"] = 5
        found = subjects(stage)
        moods = [found[each.entity].mood for each in (plain, slowed, mad)]
        assert moods == ["asleep", "asleep", "confused"]

    def test_of_the_peaceful_that_they_are_until_they_are_hurt(self) -> None:
        stage = Stage(HOUSE)
        stage.hero()
        kind = next(kind for kind in stage.run.kinds.values() if kind.behaviour.peaceful)
        people = [stage.monster((x, 2), mood="idle", kind=kind) for x in (2, 3)]
        people[1].mind.mood = "hunting"
        found = subjects(stage)
        assert [found[each.entity].mood for each in people] == ["peaceful", "hunting"]

    def test_of_the_last_boss_that_it_is_sealed(self) -> None:
        stage = Stage(HOUSE)
        stage.hero()
        boss = stage.monster((2, 2), mood="sealed")
        assert subjects(stage)[boss.entity].mood == "sealed"

    def test_of_a_companion_whether_its_player_is_there(self) -> None:
        stage = Stage(HOUSE)
        stage.hero("Ann")
        ben = stage.hero("Ben")
        moods = []
        for happening in (PlayerLost(1), Withdrawn(1)):
            stage.step(happening)
            moods.append(subjects(stage)[ben.entity].mood)
        assert moods == ["linkdead", "asleep"]


class TestFigures:
    @given(st.integers(1, 10**6), st.integers(0, 10**6))
    def test_only_the_dead_have_no_health(self, most: int, life: int) -> None:
        body = Body(min(life, most), most)
        assert 0 <= health_of(body) <= 100
        assert (health_of(body) == 0) == (body.life == 0)

    def test_the_gauge_is_calm_within_the_grace_and_then_says_the_mark(self) -> None:
        stage = Stage(HOUSE)
        stage.hero()
        rules = stage.run.rules.tide
        calm = scene(stage).tide
        assert (calm.percent, calm.mark, calm.name) == (-1, 0, "calm")
        stage.floor.tide.clock = rules.grace
        stage.tick()
        risen = scene(stage).tide
        assert (risen.percent, risen.mark, risen.name) == (0, 1, rules.marks[0].name)

    def test_the_gauge_tells_the_next_newcomer_in_few_steps(self) -> None:
        stage = Stage(HOUSE)
        stage.hero()
        rules = stage.run.rules.tide
        stage.floor.tide.clock = rules.grace - 1
        seen = []
        for _ in range(rules.interval):
            stage.tick()
            seen.append(scene(stage).tide)
            for monster in list(stage.floor.monsters):
                stage.run.index.leave(monster)
        assert [gauge.next_in for gauge in seen[:2]] == [200, 200]
        assert seen[-1].next_in == 20
        assert len({gauge.next_in for gauge in seen}) == 10
        assert all(gauge.worth > 0 for gauge in seen)

    def test_the_gauge_is_the_same_whether_the_floor_has_room_or_not(self) -> None:
        stage = Stage(HOUSE)
        stage.hero()
        stage.floor.tide.clock = stage.run.rules.tide.grace + 17
        empty = scene(stage).tide
        stage.monster((8, 2))
        assert scene(stage).tide == empty

    def test_the_head_of_a_floor_says_how_large_it_is(self) -> None:
        stage = Stage(HOUSE)
        stage.hero()
        head = scene(stage).floor
        assert (head.branch, head.number, head.width, head.height) == (1, 1, 12, 5)
        assert head.type == stage.run.rules.tree.types["start"].name


def test_only_stairs_whose_cell_is_known_are_told() -> None:
    stage = Stage(HOUSE)
    stage.hero()
    shown, tiles = scene(stage), bytearray(stage.floor.walkable.size)
    assert shown.stairs_known(bytes(tiles)) == []
    tiles[3 * stage.floor.width + 10] = 1
    assert [(stair.x, stair.y) for stair in shown.stairs_known(bytes(tiles))] == [(10, 3)]


def test_a_status_that_is_added_to_others_is_shown() -> None:
    pair = two_together()
    pair.ben.effects.remaining["hasted"] = 50
    before = scene(pair.stage)
    pair.ben.effects.remaining["burning"] = 50
    after = scene_of(pair.stage.run, pair.stage.floor, before)
    shown = after.shown_to(pair.ann.sees)[pair.ben.entity]
    assert shown == scene(pair.stage).shown_to(pair.ann.sees)[pair.ben.entity]
    assert shown != before.shown_to(pair.ann.sees)[pair.ben.entity]


def test_an_agreement_tells_of_those_on_the_floor_and_its_time_in_steps_of_ten() -> None:
    stage, (ann, ben) = party(STAIRS, (5, 1))
    agreed = [ann.entity, 9999]
    stage.floor.state.agreements = [
        Agreement(STAIRS, ticks=41, agreed=agreed, awaited=[ben.entity])
    ]
    (told,) = scene(stage).agreements
    assert (told.agreed, told.awaited, told.ticks) == ([0], [1], 50)
    stage.floor.state.agreements[0].ticks = 40
    assert [each.ticks for each in scene(stage).agreements] == [40]


def _move_hero(pair: Pair, _: MonsterRow) -> None:
    pair.stage.run.index.move(pair.ben, (6, 2))


def _move_monster(pair: Pair, monster: MonsterRow) -> None:
    pair.stage.run.index.move(monster, (10, 2))


def _mark(pair: Pair, _: MonsterRow) -> None:
    pair.stage.floor.state.marks = [PlacedMark("loot", (2, 2), 0, 600)]


def _agree(pair: Pair, _: MonsterRow) -> None:
    pair.stage.floor.state.agreements = [Agreement((39, 2), ticks=50, agreed=[pair.ann.entity])]


def _raise_tide(pair: Pair, _: MonsterRow) -> None:
    pair.stage.floor.tide.clock += 5000


def _shut_out_sight(pair: Pair, _: MonsterRow) -> None:
    pair.stage.turn((30, 1), "wall")
    update_sight(pair.stage.run, pair.stage.floor)


def _afflict(pair: Pair, _: MonsterRow) -> None:
    pair.ben.effects.remaining["hasted"] = 9


CHANGES = [_move_hero, _move_monster, _mark, _agree, _raise_tide, _shut_out_sight, _afflict]


@pytest.mark.parametrize("change", CHANGES)
def test_a_scene_is_made_anew_when_any_part_of_it_changes(
    change: Callable[[Pair, MonsterRow], None],
) -> None:
    hall = [*LONG_HALL[:2], LONG_HALL[2][:39] + ">.#", LONG_HALL[3]]
    pair = two_together(stage=Stage(hall))
    monster = pair.stage.monster((9, 1), mood="asleep")
    pair.stage.run.index.move(pair.ann, (14, 1))
    pair.stage.step()
    before = scene(pair.stage)
    assert scene_of(pair.stage.run, pair.stage.floor, before) is before
    change(pair, monster)
    after = scene_of(pair.stage.run, pair.stage.floor, before)
    assert after is not before
    assert after == scene(pair.stage)


def test_the_gauge_stays_for_the_ticks_that_are_foreseen() -> None:
    stage = Stage(HOUSE)
    stage.hero()
    changes = 0
    while changes < 5:
        ticks, before = steady_ticks(stage.run, stage.floor), scene_of(stage.run, stage.floor)
        stage.tick(ticks)
        assert scene_of(stage.run, stage.floor).tide == before.tide
        stage.tick()
        changes += scene_of(stage.run, stage.floor).tide != before.tide


@pytest.mark.parametrize(
    "happen",
    [
        lambda stage: stage.hero("Cid"),
        lambda stage: stage.put_to_sleep(1),
        lambda stage: setattr(stage.floor.tide, "owed", 50),
        lambda stage: setattr(stage.floor.tide, "marks", 1),
        lambda stage: setattr(stage.run.progress, "tide_met", True),
    ],
)
def test_the_gauge_is_another_as_soon_as_what_it_follows_from_is(
    happen: Callable[[Stage], object],
) -> None:
    stage = Stage(HOUSE)
    stage.hero()
    stage.hero("Ben")
    stage.floor.tide.clock = stage.run.rules.tide.grace + 10
    scene_of(stage.run, stage.floor)
    happen(stage)
    now = scene_of(stage.run, stage.floor).tide
    stage.floor.caches.gauge = None
    assert scene_of(stage.run, stage.floor).tide == now
