"""Fallen heroes get up or die in time, and some monsters rise again, once."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.worlds.companies import STATES, State, befall, hero_of, two_together
from support.worlds.staging import Stage
from undertide_server.content.records.monsters import Behaviour
from undertide_server.simulation.components.floors import Graves, Remains, Risen
from undertide_server.simulation.components.monsters import Mind
from undertide_server.simulation.mechanics.dying import leave_remains, strike_down
from undertide_server.simulation.mechanics.statuses import inflict
from undertide_server.simulation.pipeline import step
from undertide_server.simulation.queries.grammar import who
from undertide_server.simulation.snapshot import restore, state_hash, take_snapshot
from undertide_server.simulation.state.events import Event, Fell, Seen, thing
from undertide_server.simulation.state.inputs import (
    Asked,
    Input,
    PlayerLost,
    Ticked,
    Turned,
    Withdrawn,
)
from undertide_server.simulation.state.rows import HeroRow, MonsterRow
from undertide_server.simulation.systems.fallen import pass_the_fallens_time, raise_the_fallen
from undertide_server.worldgen.creatures.people import species_of
from undertide_server.worldgen.creatures.roster import MonsterKind
from undertide_shared.geometry import distance
from undertide_shared.messages import Explore, Intent, Move, Rest, Stop, Wait

ROOM = ["##########", "#@.......#", "#........#", "##########"]
EAST = Move(1, 0)


def fallen_ann() -> tuple[Stage, HeroRow, HeroRow]:
    """Return a stage on which Ann has fallen beside Ben."""
    stage = Stage(ROOM)
    ann, ben = stage.hero("Ann", cell=(4, 1)), stage.hero("Ben", cell=(3, 1))
    strike_down(stage.run, stage.floor, ann, thing("a test", ann.cell))
    return stage, ann, ben


def died(events: list[Event]) -> list[str]:
    return [event.victim.name for event in events if isinstance(event, Fell)]


def test_without_help_it_dies_after_its_ticks_and_not_before() -> None:
    stage, ann, _ben = fallen_ann()
    assert died(stage.tick(149)) == []
    assert ann.hero.dies_in == 1
    assert died(stage.tick(1)) == ["Ann"]
    assert ann.hero.fate == "a test"
    assert not stage.run.progress.ended


def test_its_time_passes_whether_its_player_is_there_or_not() -> None:
    stage, _ann, _ben = fallen_ann()
    stage.step(PlayerLost(0))
    stage.tick(10)
    stage.step(Withdrawn(0))
    assert died(stage.tick(140)) == ["Ann"]


def test_thirty_ticks_of_care_bring_it_back_with_a_quarter_of_its_life() -> None:
    stage, ann, ben = fallen_ann()
    stage.step(Asked(1, 1, EAST), Ticked(1))
    events = stage.tick(28)
    assert ann.is_fallen
    assert ann.hero.tended == 29
    events = stage.tick(1)
    assert ann.stands
    assert ann.body.life == ann.body.max_life // 4
    assert [event.own for event in events if isinstance(event, Seen)] == ["You get up again."]
    stage.tick(3)
    assert ben.auto_action.activity == "none"
    assert ben.cell == (3, 1)


def test_two_companions_need_half_the_time() -> None:
    stage, ann, _ben = fallen_ann()
    stage.hero("Cid", cell=(5, 1))
    stage.step(Asked(1, 1, EAST), Asked(2, 1, Move(-1, 0)), Ticked(1))
    stage.tick(13)
    assert ann.is_fallen
    stage.tick()
    assert ann.stands


def test_a_tick_without_care_loses_it() -> None:
    stage, ann, ben = fallen_ann()
    stage.step(Asked(1, 1, EAST), Ticked(1))
    stage.tick(20)
    stage.step(Asked(1, 2, Stop()), Ticked(1))
    stage.tick(2)
    assert (ben.auto_action.activity, ann.hero.tended) == ("none", 0)


def test_a_held_key_goes_on_with_the_care() -> None:
    stage, ann, _ben = fallen_ann()
    for number in range(30):
        stage.step(Asked(1, 1 + number, EAST), Ticked(1))
    assert ann.stands


def test_whoever_is_hurt_stops() -> None:
    stage, ann, ben = fallen_ann()
    ben.body.life = ben.body.max_life = 1000
    stage.step(Asked(1, 1, EAST), Ticked(1))
    stage.monster((2, 1), mood="hunting", power=10)
    stage.tick(10)
    assert (ben.auto_action.activity, ann.hero.tended) == ("none", 0)


def test_a_monster_in_view_does_not_stop_the_care() -> None:
    stage, ann, _ben = fallen_ann()
    stage.step(Asked(1, 1, EAST), Ticked(1))
    stage.monster((8, 2), mood="asleep")
    stage.tick(29)
    assert ann.stands


def test_in_turns_the_care_takes_as_many_ticks() -> None:
    stage, ann, _ben = fallen_ann()
    stage.ask(EAST, seat=1)
    turns = 1
    while ann.is_fallen and turns < 50:
        stage.step(Turned(1))
        turns += 1
    assert ann.stands
    assert turns == 15


acts = st.sampled_from([EAST, Move(-1, 0), Wait(), Rest(), Explore(), Stop()])


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 1), acts, st.integers(1, 20)), max_size=12))
def test_a_run_saved_in_the_middle_of_a_fall_goes_on_the_same(
    asked: list[tuple[int, Intent, int]],
) -> None:
    stage, _ann, _ben = fallen_ann()
    stage.monster((8, 2), mood="hunting", power=2)
    other = restore(stage.game, take_snapshot(stage.run))
    for number, (seat, intent, ticks) in enumerate(asked, start=1):
        first: list[Input] = [Asked(seat, number, intent), Ticked(1)]
        later: list[Input] = [Ticked(1)]
        for each in [first, *[later] * ticks]:
            step(stage.run, each)
            step(other, each)
        saved = take_snapshot(other)
        other.world.close()
        other = restore(stage.game, saved)
        assert state_hash(stage.run) == state_hash(other)
    other.world.close()
    stage.run.world.close()


def test_a_menders_care_counts_three_times() -> None:
    stage = Stage(ROOM)
    ann, mender = stage.hero("Ann", cell=(4, 1)), hero_of(stage, "mender", (3, 1))
    strike_down(stage.run, stage.floor, ann, thing("a test", ann.cell))
    stage.step(Asked(mender.hero.seat, 1, EAST), Ticked(1))
    assert ann.hero.tended == 3
    stage.tick(8)
    assert (ann.is_fallen, ann.hero.tended) == (True, 27)
    stage.tick()
    assert ann.stands


def test_the_fallen_lose_what_others_gave_them() -> None:
    stage = Stage(ROOM)
    ann, mender = stage.hero("Ann"), hero_of(stage, "mender")
    inflict(stage.run, stage.floor, ann, "linked", 50, mender.entity)
    strike_down(stage.run, stage.floor, ann, thing("a test", ann.cell))
    assert (ann.effects.remaining, ann.effects.givers) == ({}, {})


SMALL_ROOM = ["########", "#@.....#", "#......#", "########"]
TICKS = 20


def skeleton(stage: Stage, rises: int = TICKS) -> MonsterKind:
    kind = replace(
        stage.game.roster.kinds[0],
        name="skeleton",
        behaviour=Behaviour(rises=rises, asleep=0),
    )
    stage.run.kinds[kind.id] = kind
    return kind


def fell(stage: Stage, kind: MonsterKind) -> MonsterRow:
    """Let a hero in and kill a monster beside it."""
    stage.hero()
    monster = stage.monster((2, 1), life=1, kind=kind)
    stage.ask(Move(1, 0))
    assert not stage.floor.monsters
    return monster


def rises(stage: Stage, within: int) -> tuple[int, list[Event]]:
    """Return after how many ticks somebody is there again, and what was told then."""
    for tick in range(1, within + 1):
        events = stage.tick()
        if stage.floor.monsters:
            return tick, events
    return 0, []


def test_a_skeleton_gets_up_where_it_fell_after_its_ticks() -> None:
    stage = Stage(SMALL_ROOM)
    kind = skeleton(stage)
    fell(stage, kind)
    passed = stage.floor.state.clock
    tick, events = rises(stage, TICKS)
    assert tick + passed == TICKS
    (risen,) = stage.floor.monsters.values()
    assert (risen.cell, risen.monster.kind) == ((2, 1), kind.id)
    assert risen.body.life == kind.life
    assert "The skeleton gets up again." in [
        event.others for event in events if isinstance(event, Seen)
    ]


def test_it_rises_once_and_pays_once() -> None:
    stage = Stage(SMALL_ROOM)
    fell(stage, skeleton(stage))
    rises(stage, TICKS)
    (risen,) = stage.floor.monsters.values()
    row = next(iter(stage.floor.heroes.values()))
    paid = row.hero.experience
    risen.body.life = 1
    stage.ask(Move(1, 0))
    assert not stage.floor.monsters
    assert row.hero.experience == paid
    assert rises(stage, TICKS * 3) == (0, [])


def test_it_rises_beside_whoever_stands_there_now() -> None:
    stage = Stage(SMALL_ROOM)
    fell(stage, skeleton(stage))
    stage.ask(Move(1, 0))
    assert rises(stage, TICKS)[0]
    (risen,) = stage.floor.monsters.values()
    assert distance(risen.cell, (2, 1)) == 1


def test_others_stay_down() -> None:
    stage = Stage(SMALL_ROOM)
    fell(stage, skeleton(stage, rises=0))
    assert stage.run.world.get(stage.floor.entity, Graves).waiting == []
    assert rises(stage, TICKS * 2) == (0, [])


def test_those_who_fought_for_the_party_stay_down_and_are_not_counted() -> None:
    stage = Stage(SMALL_ROOM)
    stage.hero()
    kind = skeleton(stage)
    ally = stage.monster((3, 1), kind=kind)
    ally.effects.remaining["summoned"] = 1000
    stage.run.progress.met[kind.id] = 0
    leave_remains(stage.run, stage.floor, ally)
    assert stage.run.world.get(stage.floor.entity, Graves).waiting == []
    assert stage.run.progress.met == {kind.id: 0}


@pytest.mark.parametrize("state", STATES)
def test_the_care_of_one_who_stands_beside_counts(state: State) -> None:
    pair = two_together("well" if state == "far" else state)
    cid = pair.stage.hero("Cid", cell=(6, 2))
    befall(pair.stage, cid, "fallen")
    pair.ben.auto_action.activity, pair.ben.auto_action.goal = "revive", cid.cell
    if state == "far":
        pair.stage.run.index.move(pair.ben, (8, 1))
    pass_the_fallens_time(pair.stage.run, pair.stage.floor)
    assert cid.hero.tended == (1 if state in {"well", "hurt", "link-dead"} else 0)


def test_care_is_for_the_one_whom_it_is_given_and_gives_a_quarter_of_full_life() -> None:
    pair = two_together("fallen")
    cid = pair.stage.hero("Cid", cell=(4, 1))
    befall(pair.stage, cid, "fallen")
    pair.stage.step(Asked(0, 1, EAST), Ticked(1))
    pair.stage.tick(28)
    assert [row.hero.tended for row in (pair.ben, cid)] == [29, 0]
    pair.stage.tick()
    assert (pair.ben.body.life, cid.is_fallen) == (250, True)


def test_getting_up_is_told_to_the_fallen_and_to_whoever_sees_it() -> None:
    pair = two_together("fallen")
    run, floor = pair.stage.run, pair.stage.floor
    pair.ann.auto_action.activity, pair.ann.auto_action.goal = "revive", pair.ben.cell
    pair.ben.hero.tended = run.rules.heroes.falling.revival_ticks - 1
    run.events = []
    pass_the_fallens_time(run, floor)
    others = f"{pair.ben.actor.name} gets up again."
    assert run.events == [Seen(floor.entity, who(pair.ben), "good", "You get up again.", others)]


def test_help_in_the_last_tick_comes_in_time() -> None:
    pair = two_together("fallen")
    pair.ann.auto_action.activity, pair.ann.auto_action.goal = "revive", pair.ben.cell
    pair.ben.hero.tended = pair.stage.run.rules.heroes.falling.revival_ticks - 1
    pair.ben.hero.dies_in = 1
    pass_the_fallens_time(pair.stage.run, pair.stage.floor)
    assert (pair.ben.stands, pair.ben.hero.fate) == (True, "")


def test_what_rises_is_told_hunts_nobody_yet_and_shows_the_trick_of_its_kind() -> None:
    stage = Stage(SMALL_ROOM)
    kind = skeleton(stage)
    stage.hero()
    stage.floor.graves.waiting = [
        Remains(kind.id, (4, 1), 2),
        Remains(kind.id, (5, 2), 1),
        Remains(kind.id, (2, 2), 3),
    ]
    stage.run.events = []
    raise_the_fallen(stage.run, stage.floor)
    (first,) = stage.floor.monsters.values()
    raise_the_fallen(stage.run, stage.floor)
    second = next(row for row in stage.floor.monsters.values() if row is not first)
    assert [first.cell, second.cell] == [(5, 2), (4, 1)]
    assert [(row.mind, row.monster.experience) for row in (first, second)] == [
        (Mind("idle"), 0),
        (Mind("idle"), 0),
    ]
    assert all(stage.run.world.has(row.entity, Risen) for row in (first, second))
    assert stage.floor.graves.waiting == [Remains(kind.id, (2, 2), 1)]
    assert stage.run.progress.tricks == {species_of(kind.id): ["rises"]}
    assert [event for event in stage.run.events if isinstance(event, Seen)] == [
        Seen(stage.floor.entity, who(row), "bad", "", "The skeleton gets up again.")
        for row in (first, second)
    ]


def test_what_finds_no_ground_stays_down_for_good() -> None:
    stage = Stage(["###", "#@#", "###"])
    kind = skeleton(stage)
    stage.hero()
    stage.floor.graves.waiting = [Remains(kind.id, (1, 1), 1)]
    raise_the_fallen(stage.run, stage.floor)
    assert (stage.floor.monsters, stage.floor.graves.waiting) == ({}, [])
