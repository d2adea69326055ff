"""The game of a new session, and its first floor, which is planned before anybody enters it."""

from functools import lru_cache

import pytest

from support.sessions.fake_server import FakeServer, delivered
from support.sessions.made_sessions import NO_OPTIONS
from undertide_server.content.load import load_ruleset, load_settings
from undertide_server.sessions.making import PreparedGame, SessionRequest, prepare
from undertide_server.sessions.model import legend
from undertide_server.sessions.model.identity import NOBODY
from undertide_server.sessions.model.settings import SessionSettings
from undertide_server.sessions.playbook import Playbook
from undertide_server.simulation.mechanics import floor_transitions, spawning
from undertide_server.simulation.pipeline import step
from undertide_server.simulation.snapshot import state_hash
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.inputs import SeatTaken, Ticked
from undertide_server.simulation.state.run import Run, new_run
from undertide_server.simulation.state.world import World
from undertide_server.util.slices import finished
from undertide_server.worldgen.draft.plan import FloorPlan
from undertide_shared.messages import Joined


@lru_cache
def prepared() -> PreparedGame:
    house = load_settings().house
    playbook = Playbook({"default": load_ruleset("default")}, house)
    return prepare(SessionRequest("default", "real", bytes(16), house, SessionSettings(), playbook))


def entered(run: Run) -> Run:
    """Return a run after two heroes have come in and a tick has passed."""
    step(run, (SeatTaken(0, "Ann", ""), SeatTaken(1, "Ben", "")))
    step(run, (Ticked(1),))
    return run


def test_a_floor_that_was_planned_ahead_is_the_floor_that_would_have_been_planned() -> None:
    assert state_hash(entered(finished(prepared().making_run()))) == state_hash(
        entered(new_run(prepared().game))
    )


def test_nothing_is_planned_when_the_first_hero_comes_in(monkeypatch: pytest.MonkeyPatch) -> None:
    def plan(*_: object) -> FloorPlan:
        raise AssertionError

    monkeypatch.setattr(spawning, "plan_floor", plan)
    run = entered(finished(prepared().making_run()))
    assert len(run.index.floors) == 1
    assert not run.planned


def test_no_floor_is_made_when_the_first_hero_comes_in(monkeypatch: pytest.MonkeyPatch) -> None:
    def make(*_: object) -> FloorIndex:
        raise AssertionError

    run = finished(prepared().making_run())
    monkeypatch.setattr(floor_transitions, "creating_floor", make)
    assert len(entered(run).index.floors) == 1


def test_a_floor_is_made_in_slices() -> None:
    slices = sum(1 for _ in prepared().making_run())
    plan = next(iter(prepared().planned.values()))
    assert slices == len(plan.spawns) + len(plan.loot)


def test_a_run_that_is_given_up_leaves_no_world(monkeypatch: pytest.MonkeyPatch) -> None:
    close, closed = World.close, []

    def count(world: World) -> None:
        closed.append(world)
        close(world)

    monkeypatch.setattr(World, "close", count)
    work = prepared().making_run()
    next(work)
    work.close()
    assert len(closed) == 1


def test_a_session_makes_no_legend_of_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    server = FakeServer()
    request = server.registry.checked_request("default", "real", NO_OPTIONS)
    made = prepare(request)
    monkeypatch.setattr(legend, "tile_looks", None)
    session = server.registry.open(request, made, finished(made.making_run()), 0.0, NOBODY, 1)
    session.join(1, "Ann", b"", 0.0)
    server.advance(session)
    greeting = next(message for _, message in delivered(session) if isinstance(message, Joined))
    assert greeting.tiles == made.legend.tiles


def test_the_content_in_the_journal_is_that_of_the_game() -> None:
    assert prepared().setup.content.startswith(b"{")
    assert prepared().setup.rules.house == prepared().game.ruleset.house
