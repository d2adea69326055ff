"""Marks stay for the time that the rules give them, and no longer (R17)."""

import pytest

from support.worlds.staging import Stage
from undertide_server.simulation.state.inputs import Asked
from undertide_shared.messages import MarkCell, MarkKind

HALL = ["##########", "#@.......#", "##########"]


@pytest.mark.parametrize("kind", ["danger", "help"])
def test_a_mark_goes_when_its_time_is_over_and_not_before(kind: MarkKind) -> None:
    stage = Stage(HALL)
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
    stage = Stage(HALL)
    stage.hero()
    stage.step(Asked(0, 1, MarkCell("loot", 4, 1)))
    stage.step()
    assert stage.floor.state.marks[0].ticks == stage.run.rules.heroes.marks.ticks
