"""Heroes mark cells for their companions, as many as the rules allow (R17)."""

import pytest

from support.worlds.companies import STATES, State, two_together
from support.worlds.outcomes import refusal
from support.worlds.staging import Stage
from undertide_server.simulation.mechanics.dying import strike_down
from undertide_server.simulation.snapshot import restore, state_hash, take_snapshot
from undertide_server.simulation.state.events import Event, FloorTold, PartyTold, thing
from undertide_server.simulation.state.inputs import Asked
from undertide_shared.geometry import Cell
from undertide_shared.messages import MarkCell, MarkKind

HALL = ["##########", "#@.......#", "#........#", "##########"]


def marked(stage: Stage) -> list[tuple[str, Cell]]:
    return [(mark.kind, mark.cell) for mark in stage.floor.state.marks]


def mark(stage: Stage, kind: MarkKind | str, x: int, y: int = 1, *, seat: int = 0) -> list[Event]:
    """Let a hero mark a cell in a step of its own, in which no time passes."""
    sequence = stage.run.progress.step + 1
    return stage.step(Asked(seat, sequence, MarkCell(kind, x, y)))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kind", "line"),
    [
        ("danger", "Ann marks danger."),
        ("loot", "Ann marks loot."),
        ("here", "Ann marks a place to come to."),
    ],
)
def test_a_mark_is_told_to_everyone_on_the_floor(kind: MarkKind, line: str) -> None:
    stage = Stage(HALL)
    stage.hero()
    told = [event for event in mark(stage, kind, 4) if isinstance(event, FloorTold)]
    assert [(event.floor, event.text) for event in told] == [(stage.floor.entity, line)]
    assert marked(stage) == [(kind, (4, 1))]


def test_a_call_for_help_reaches_the_whole_party() -> None:
    stage = Stage(HALL)
    stage.hero()
    assert PartyTold("bad", "Ann calls for help on floor 1!") in mark(stage, "help", 1)


def test_a_mark_replaces_the_one_in_its_cell_whoever_made_it() -> None:
    stage = Stage(HALL)
    stage.hero()
    stage.hero("Ben")
    mark(stage, "danger", 4)
    mark(stage, "loot", 4, seat=1)
    assert [(each.kind, each.seat) for each in stage.floor.state.marks] == [("loot", 1)]


def test_anybody_on_the_floor_removes_a_mark() -> None:
    stage = Stage(HALL)
    stage.hero()
    stage.hero("Ben")
    mark(stage, "danger", 4)
    told = mark(stage, "", 4, seat=1)
    assert marked(stage) == []
    assert FloorTold(stage.floor.entity, "info", "Ben removes a mark.") in told


def test_where_no_mark_is_there_is_none_to_remove() -> None:
    stage = Stage(HALL)
    row = stage.hero()
    mark(stage, "", 4)
    assert refusal(row) == "there is no mark"


def test_an_unknown_cell_can_not_be_marked() -> None:
    stage = Stage(["##########", "#@..#....#", "##########"])
    row = stage.hero()
    mark(stage, "danger", 7)
    assert refusal(row) == "you don't know that place"
    assert marked(stage) == []


def test_a_heros_oldest_mark_makes_room_for_its_next() -> None:
    stage = Stage(HALL)
    stage.hero()
    stage.hero("Ben")
    mark(stage, "danger", 8, seat=1)
    most = stage.run.rules.heroes.marks.most
    for x in range(1, most + 2):
        mark(stage, "here", x)
    assert marked(stage) == [("danger", (8, 1)), *(("here", (x, 1)) for x in range(2, most + 2))]


def test_the_oldest_mark_of_a_full_floor_makes_room() -> None:
    stage = Stage(HALL)
    stage.hero()
    rules = stage.run.rules.heroes.marks
    full = stage.floor.state.marks
    mark(stage, "here", 1, 2)
    others = range(1, rules.most_on_floor + 1)
    full[:] = [type(stage.floor.state.marks[0])("loot", (0, 0), seat, 9) for seat in others]
    stage.floor.state.marks = full
    mark(stage, "danger", 3)
    marks = stage.floor.state.marks
    assert len(marks) == rules.most_on_floor
    assert [each.seat for each in marks] == [*others[1:], 0]


@pytest.mark.parametrize("state", ["fallen", "asleep"])
def test_only_heroes_that_stand_mark(state: str) -> None:
    stage = Stage(HALL)
    row = stage.hero()
    stage.hero("Ben")
    if state == "fallen":
        strike_down(stage.run, stage.floor, row, thing("a test", row.cell))
    else:
        stage.put_to_sleep()
    mark(stage, "danger", 4)
    assert refusal(row) == "only a hero that stands can mark a cell"
    assert row.hero.presence == ("asleep" if state == "asleep" else "present")


def test_marks_are_part_of_the_state() -> None:
    stage = Stage(HALL)
    stage.hero()
    before = state_hash(stage.run)
    mark(stage, "danger", 4)
    assert state_hash(stage.run) != before
    again = restore(stage.game, take_snapshot(stage.run))
    assert state_hash(again) == state_hash(stage.run)
    assert [each.cell for each in again.index.floors[stage.floor.entity].state.marks] == [(4, 1)]


SHORT_HALL = ["##########", "#@.......#", "##########"]


@pytest.mark.parametrize("kind", ["danger", "help"])
def test_a_mark_goes_when_its_time_is_over_and_not_before(kind: MarkKind) -> None:
    stage = Stage(SHORT_HALL)
    stage.hero()
    stage.step(Asked(0, 1, MarkCell(kind, 4, 1)))
    rules = stage.run.rules.heroes.marks
    ticks = rules.help_ticks if kind == "help" else rules.ticks
    stage.floor.state.marks[0].ticks -= ticks - 3
    stage.tick(2)
    assert len(stage.floor.state.marks) == 1
    stage.tick()
    assert stage.floor.state.marks == []


def test_no_time_passes_for_marks_while_none_passes_on_the_floor() -> None:
    stage = Stage(SHORT_HALL)
    stage.hero()
    stage.step(Asked(0, 1, MarkCell("loot", 4, 1)))
    stage.step()
    assert stage.floor.state.marks[0].ticks == stage.run.rules.heroes.marks.ticks


@pytest.mark.parametrize("state", STATES)
def test_only_one_who_stands_marks_anything(state: State) -> None:
    pair = two_together(state)
    mark(pair.stage, "here", *pair.ben.cell, seat=1)
    stands = state in {"well", "hurt", "far"}
    assert marked(pair.stage) == ([("here", pair.ben.cell)] if stands else [])
    if state in {"asleep", "fallen"}:
        assert refusal(pair.ben) == "only a hero that stands can mark a cell"


def test_a_hero_marks_what_it_knows_itself_and_not_what_a_companion_knows() -> None:
    pair = two_together("far")
    mark(pair.stage, "loot", 38, 1)
    assert refusal(pair.ann) == "you don't know that place"
    mark(pair.stage, "loot", 38, 1, seat=1)
    assert marked(pair.stage) == [("loot", (38, 1))]
