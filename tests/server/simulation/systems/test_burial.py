"""Entities that are marked stay whole until a tick or a step is over."""

import pytest

from support.worlds.staging import Stage
from undertide_server.simulation.components.floors import Lying
from undertide_server.simulation.state.inputs import Input, Ticked

ROOM = ["####", "#@.#", "####"]


@pytest.mark.parametrize("inputs", [[], [Ticked(1)]], ids=["step", "tick"])
def test_marked_entities_are_gone_afterwards_and_others_stay(inputs: list[Input]) -> None:
    stage = Stage(ROOM)
    marked, other = stage.item((2, 1), "gold"), stage.item((2, 1), "gold")
    stage.run.index.leave(marked)
    stage.run.world.delete(marked)
    assert stage.run.world.has(marked, Lying)
    stage.step(*inputs)
    assert [entity for entity, _ in stage.run.world.each(Lying)] == [other]
