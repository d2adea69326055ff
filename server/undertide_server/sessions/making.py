"""The making of a session up to its world: a request, and the game that it asks for."""

from dataclasses import dataclass

from undertide_server.content.settings.settings import HouseSettings
from undertide_server.sessions.model.info import Legend
from undertide_server.sessions.model.legend import legend_of
from undertide_server.sessions.model.settings import SessionSettings
from undertide_server.sessions.playbook import GameSetup, Playbook
from undertide_server.simulation.mechanics.floors import entry
from undertide_server.simulation.state.run import Run, new_run
from undertide_server.worldgen.game.game import make_game
from undertide_shared.messages import Pace


@dataclass(frozen=True, slots=True)
class SessionRequest:
    """A request for a new session. All its choices are checked, and allowed."""

    preset: str
    pace: Pace
    seed: bytes
    house: HouseSettings
    settled: SessionSettings
    playbook: Playbook
    """The presets on offer when it was checked."""


@dataclass(frozen=True, slots=True)
class PreparedGame:
    """The game of a new session, and its run before the first step."""

    setup: GameSetup
    run: Run
    """It has its first floor, so the step in which the first hero comes in is short. Its world is a
    draft. Whoever settles it and makes no session of the run must close it."""
    legend: Legend


def prepare(request: SessionRequest) -> PreparedGame:
    """Return the game that a request asks for. It takes some tens of milliseconds.

    Any thread may call this, one at a time.
    """
    setup = request.playbook.play(request.preset, request.house)
    game = make_game(setup.rules, request.seed)
    run = new_run(game, is_draft=True)
    entry(run)
    return PreparedGame(setup, run, legend_of(game))
