"""The game of a new session, and its first floor, which is made before anybody enters it."""

from concurrent.futures import ThreadPoolExecutor

import esper
import pytest

from support.sessions.fake_server import FakeServer, delivered
from support.sessions.made_sessions import NO_OPTIONS
from undertide_server.content.load import load_ruleset, load_settings
from undertide_server.sessions.making import PreparedGame, SessionRequest, prepare
from undertide_server.sessions.model import legend
from undertide_server.sessions.model.identity import NOBODY
from undertide_server.sessions.model.settings import SessionSettings
from undertide_server.sessions.playbook import Playbook
from undertide_server.simulation.mechanics import floors
from undertide_server.simulation.pipeline import step
from undertide_server.simulation.snapshot import state_hash
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.inputs import SeatTaken, Ticked
from undertide_server.simulation.state.run import Run, new_run
from undertide_server.util.slices import finished
from undertide_shared.messages import Joined


def prepared() -> PreparedGame:
    house = load_settings().house
    playbook = Playbook({"default": load_ruleset("default")}, house)
    return prepare(SessionRequest("default", "real", bytes(16), house, SessionSettings(), playbook))


def settled(game: PreparedGame) -> Run:
    """Return the run of a prepared game, settled as a session needs it."""
    finished(game.run.world.settling())
    return game.run


def entered(run: Run) -> Run:
    """Return a run after two heroes have come in and a tick has passed."""
    step(run, (SeatTaken(0, "Ann", ""), SeatTaken(1, "Ben", "")))
    step(run, (Ticked(1),))
    return run


def test_a_floor_that_was_made_ahead_is_the_floor_that_would_have_been_made() -> None:
    ahead = entered(settled(prepared()))
    assert state_hash(ahead) == state_hash(entered(new_run(ahead.game)))


def test_no_floor_is_made_when_the_first_hero_comes_in(monkeypatch: pytest.MonkeyPatch) -> None:
    def make(*_: object) -> FloorIndex:
        raise AssertionError

    run = settled(prepared())
    monkeypatch.setattr(floors, "create_floor", make)
    assert len(entered(run).index.floors) == 1


def test_a_game_is_prepared_in_a_thread_while_the_loop_plays_others() -> None:
    played = entered(settled(prepared()))
    current = esper.current_world
    with ThreadPoolExecutor(1) as thread:
        game = thread.submit(prepared).result()
    assert esper.current_world == current
    assert state_hash(entered(settled(game))) == state_hash(played)


def test_a_session_makes_no_legend_of_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    server = FakeServer()
    request = server.registry.offers.checked_request("default", "real", NO_OPTIONS)
    made = prepare(request)
    monkeypatch.setattr(legend, "tile_looks", None)
    settled(made)
    session = server.registry.open(request, made, 0.0, NOBODY, 1)
    session.join(1, "Ann", b"", 0.0)
    server.advance(session)
    greeting = next(message for _, message in delivered(session) if isinstance(message, Joined))
    assert greeting.tiles == made.legend.tiles


def test_the_content_in_the_journal_is_that_of_the_game() -> None:
    made = prepared()
    assert made.setup.content.startswith(b"{")
    assert made.setup.rules.house == made.run.rules.house
