"""The making of a session up to its world: a request, and the game that it asks for."""

from collections.abc import Mapping
from dataclasses import dataclass

from undertide_server.content.settings.settings import HouseSettings
from undertide_server.sessions.model.settings import SessionSettings
from undertide_server.sessions.playbook import GameSetup, Playbook
from undertide_server.simulation.mechanics.floor_transitions import plan_entry
from undertide_server.simulation.state.run import PlanKey, Run, new_run
from undertide_server.worldgen.draft.plan import FloorPlan
from undertide_server.worldgen.game.game import Game, make_game
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
    """The game of a new session, with the floors that were planned ahead."""

    setup: GameSetup
    game: Game
    planned: Mapping[PlanKey, FloorPlan]

    def new_run(self) -> Run:
        """Return the run of this game before its first step. It takes a millisecond."""
        return new_run(self.game, self.planned)


def prepare(request: SessionRequest) -> PreparedGame:
    """Return the game that a request asks for. It takes some tens of milliseconds.

    It makes no entity, so it may run in another thread, one at a time.
    """
    setup = request.playbook.play(request.preset, request.house)
    game = make_game(setup.rules, request.seed)
    return PreparedGame(setup, game, plan_entry(game))
