"""What all views share, and that what has not changed stays the same object."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from staging import Stage
from undertide_server.simulation.inputs import Asked, Input, PlayerLost, Turned, Withdrawn
from undertide_server.simulation.rows import HeroRow
from undertide_server.simulation.systems.packs import give_stack
from undertide_server.views.common import NO_PANEL, Common, panel_of
from undertide_server.views.journey import journey_of
from undertide_server.views.own import Own, own_of
from undertide_shared.messages import (
    Climb,
    Doff,
    Drop,
    Explore,
    Give,
    Intent,
    Move,
    Take,
    Use,
    Wear,
)

HOUSE = [
    "############",
    "#@...#.....#",
    "#....#.....#",
    "#....#....>#",
    "############",
]
STAIRWELL = ["#########", "#@>.....#", "#.......#", "#.......#", "#########"]
CELLS = [(1, 1), (2, 1), (3, 2)]


def test_the_panel_tells_of_every_hero_wherever_it_is() -> None:
    stage = Stage(HOUSE)
    ann = stage.hero("Ann", cell=(10, 3))
    ben, cid = stage.hero("Ben"), stage.hero("Cid")
    stage.ask(Climb())
    ben.body.life = 1
    cid.body.life = half = cid.body.max_life // 2
    stage.monster((2, 2) if ben.cell != (2, 2) else (2, 3), mood="hunting", power=99)
    with stage.run.world.active():
        stage.run.places.move(cid, (9, 1))
    stage.tick(3)
    with stage.run.world.active():
        members = panel_of(stage.run).members
    assert [(each.name, each.floor, each.state) for each in members] == [
        ("Ann", 2, "alive"),
        ("Ben", 0, "dead"),
        ("Cid", 1, "alive"),
    ]
    assert [each.health for each in members] == [100, 0, -(-half * 100 // cid.body.max_life)]
    assert members[0].seat == ann.hero.seat
    assert [each.branch for each in members] == [2, 0, 1]


def test_a_panel_on_which_nothing_changed_is_the_one_before_itself() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    with stage.run.world.active():
        first = panel_of(stage.run)
        assert panel_of(stage.run, first) is first
        row.body.life -= 1
        second = panel_of(stage.run, first)
    assert second.members is not first.members
    assert second.members[0].health < first.members[0].health


def test_a_wound_too_small_to_show_leaves_the_members_as_they_were() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    row.body.life = row.body.max_life = 1000
    with stage.run.world.active():
        first = panel_of(stage.run)
        row.body.life -= 1
        second = panel_of(stage.run, first)
    assert second.members is first.members


def _leave(stage: Stage, row: HeroRow) -> None:
    stage.run.places.leave(row.entity)


def _come(stage: Stage, row: HeroRow) -> None:
    stage.hero("Eve")


CHANGES: list[Callable[[Stage, HeroRow], None]] = [
    lambda _, row: setattr(row.body, "life", 1),
    lambda _, row: setattr(row.body, "max_life", 999),
    lambda _, row: setattr(row.hero, "level", 2),
    lambda _, row: setattr(row.hero, "presence", "linkdead"),
    _leave,
    _come,
]


@pytest.mark.parametrize("change", CHANGES)
def test_whatever_changes_on_the_panel_is_told(change: Callable[[Stage, HeroRow], None]) -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    with stage.run.world.active():
        before = panel_of(stage.run)
        change(stage, row)
        after = panel_of(stage.run, before)
        assert after.members != before.members
        assert after == panel_of(stage.run, NO_PANEL)


def test_what_has_not_changed_is_the_same_object_at_the_next_moment() -> None:
    stage = Stage(HOUSE)
    stage.hero()
    run, place = stage.run, stage.place
    with run.world.active():
        first = Common([], {}).next(run, {})
        scene = first.scene(run, place)
        second = first.next(run, {})
        assert second.scene(run, place) is scene
        assert (second.party is first.party, second.journey is first.journey) == (True, True)


def test_a_scene_is_another_when_somebody_seen_does_something() -> None:
    stage = Stage(HOUSE)
    stage.hero()
    seen, hidden = stage.monster((3, 1), mood="asleep"), stage.monster((8, 2), mood="asleep")
    stage.step()
    run, place = stage.run, stage.place
    with run.world.active():
        first = Common([], {}).next(run, {})
        scene = first.scene(run, place)
        run.places.move(hidden, (8, 1))
        second = first.next(run, {})
        assert second.scene(run, place) is scene
        run.places.move(seen, (3, 2))
        third = second.next(run, {})
        assert third.scene(run, place) is not scene


def test_a_hero_who_climbs_is_on_another_floor_of_the_panel() -> None:
    stage = Stage(STAIRWELL)
    stage.hero(cell=(2, 1))
    with stage.run.world.active():
        before = panel_of(stage.run)
    stage.ask(Climb())
    with stage.run.world.active():
        after = panel_of(stage.run, before)
    assert [each.members[0].floor for each in (before, after)] == [1, 2]


PARTY = ("Ann", "Ben", "Cid")
intents: st.SearchStrategy[Intent] = st.one_of(
    st.builds(Move, st.integers(-1, 1), st.integers(-1, 1)),
    st.builds(Drop, st.integers(1, 9)),
    st.builds(Use, st.integers(1, 6)),
    st.builds(Wear, st.integers(1, 6)),
    st.builds(Doff, st.integers(1, 6)),
    st.builds(Give, st.integers(0, 2), st.integers(1, 9), st.integers(1, 2)),
    st.sampled_from([Take(), Climb(), Explore()]),
)
happenings = st.one_of(
    st.builds(Asked, st.integers(0, 2), st.just(0), intents),
    st.builds(PlayerLost, st.integers(0, 2)),
    st.builds(Withdrawn, st.integers(0, 2)),
)


@settings(max_examples=25)
@given(st.lists(happenings, max_size=25))
def test_whatever_is_played_what_is_kept_is_what_would_be_made_anew(played: list[Input]) -> None:
    stage = Stage(STAIRWELL)
    heroes = [stage.hero(name, cell=cell) for name, cell in zip(PARTY, CELLS, strict=True)]
    for row, item in zip(heroes, stage.run.rules.victory.amulets, strict=False):
        give_stack(row.pack, item, 1)
    stage.monster((6, 3), mood="hunting", power=9)
    run, common = stage.run, Common([], {})
    owns: dict[int, Own] = {}
    for happening in played:
        stage.step(happening, *(Turned(branch) for branch in run.places.by_branch))
        with run.world.active():
            common = common.next(run, {})
            assert common.party == panel_of(run).members
            assert common.journey == journey_of(run)
        for entity, (_, row) in run.places.heroes.items():
            own = owns[entity] = own_of(run, row, owns.get(entity))
            assert own == own_of(run, row)
