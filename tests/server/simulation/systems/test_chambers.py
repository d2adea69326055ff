"""Heroes are told what kind of room they have come to, once."""

from support.worlds.staging import Stage
from undertide_server.simulation.components.floors import Chamber
from undertide_server.simulation.mechanics.floors import entry
from undertide_server.simulation.state.events import Event, Told
from undertide_server.simulation.state.inputs import PlayerLost, Withdrawn
from undertide_shared.messages import Move

ROOM = ["########", "#@.....#", "#......#", "########"]


def stage_with(*chambers: Chamber) -> Stage:
    """Return a stage on which these rooms have names."""
    stage = Stage(ROOM, chambers=chambers)
    stage.hero()
    return stage


def told(events: list[Event]) -> list[str]:
    return [event.text for event in events if isinstance(event, Told)]


def walk(stage: Stage, steps: int, way: int = 1) -> list[str]:
    return [text for _ in range(steps) for text in told(stage.ask(Move(way, 0)))]


def test_who_comes_in_is_told() -> None:
    stage = stage_with(Chamber(3, 1, 2, 2, "a courtyard"))
    assert walk(stage, 1) == []
    assert walk(stage, 1) == ["You enter a courtyard."]


def test_nobody_is_told_twice() -> None:
    stage = stage_with(Chamber(3, 1, 2, 2, "a courtyard"), Chamber(6, 1, 1, 2, "a courtyard"))
    assert walk(stage, 5) == ["You enter a courtyard."]
    assert walk(stage, 5, way=-1) == []


def test_each_hero_is_told_for_itself() -> None:
    stage = stage_with(Chamber(3, 1, 2, 2, "a courtyard"))
    walk(stage, 3)
    second = stage.hero("Ben", cell=(3, 2))
    assert told(stage.tick()) == ["You enter a courtyard."]
    assert stage.floor.chamber_at[second.spot] == 1


def test_sleepers_are_told_nothing() -> None:
    stage = stage_with(Chamber(1, 1, 6, 2, "a courtyard"))
    stage.step(PlayerLost(0), Withdrawn(0))
    assert told(stage.tick()) == []


def test_a_settled_floor_names_its_rooms_but_not_those_with_a_secret() -> None:
    stage = stage_with()
    secrets = {"a trapped room", "a minefield", "a room of slits", "an empty room"}
    stage.run.index.by_branch.clear()
    names = {chamber.name for chamber in entry(stage.run).state.chambers}
    assert names
    assert not names & secrets
