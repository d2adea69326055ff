"""Marks name the first entity and component that differ."""

import pytest

from support.worlds.staging import make_test_game
from undertide_server.simulation.components.actors import Body, Position
from undertide_server.simulation.components.heroes import Hero
from undertide_server.simulation.marks import first_marked, marks_of
from undertide_server.simulation.pipeline import step
from undertide_server.simulation.snapshot import restore, take_snapshot
from undertide_server.simulation.state.inputs import SeatTaken, Ticked
from undertide_server.simulation.state.run import Run, new_run


def played() -> Run:
    run = new_run(make_test_game())
    step(run, (SeatTaken(0, "Ann"), SeatTaken(1, "Ben")))
    step(run, (Ticked(next(iter(run.index.floors.values())).state.branch),))
    return run


def heroes(run: Run) -> list[int]:
    return [entity for entity, _ in run.world.each(Hero)]


def test_the_same_state_has_the_same_marks() -> None:
    run = played()
    other = restore(run.game, take_snapshot(run))
    assert marks_of(run) == marks_of(other)
    assert first_marked(other, marks_of(run)) is None


@pytest.mark.parametrize("seat", [0, 1])
def test_what_differs_is_named(seat: int) -> None:
    run = played()
    marks = marks_of(run)
    entity = heroes(run)[seat]
    run.world.get(entity, Body).life -= 1
    assert first_marked(run, marks) == (entity, "Body")


def test_of_several_the_first_is_named() -> None:
    run = played()
    marks = marks_of(run)
    first, second = heroes(run)
    run.world.get(second, Body).life -= 1
    run.world.get(first, Position).x += 1
    assert first_marked(run, marks) == (first, "Position")


def test_an_entity_too_many_is_named() -> None:
    run = played()
    marks = marks_of(run)
    spare = run.world.create(Position(1, 1, 1))
    assert first_marked(run, marks) == (spare, "Position")


def test_a_missing_entity_is_noticed_where_it_was() -> None:
    run = played()
    marks = marks_of(run)
    first = heroes(run)[0]
    run.world.delete(first)
    run.world.bury()
    found = first_marked(run, marks)
    assert found is not None
    assert found[0] > first
