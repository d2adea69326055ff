"""The making of a session up to its world: a request, and the game that it asks for."""

from collections.abc import Mapping
from dataclasses import dataclass

from undertide_server.content.settings.settings import HouseSettings
from undertide_server.sessions.model.info import Legend
from undertide_server.sessions.model.legend import legend_of
from undertide_server.sessions.model.settings import SessionSettings
from undertide_server.sessions.playbook import GameSetup, Playbook
from undertide_server.simulation.mechanics.floor_transitions import making_entry, plan_entry
from undertide_server.simulation.state.run import PlanKey, Run, new_run
from undertide_server.util.slices import Slices
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
    legend: Legend

    def making_run(self) -> Slices[Run]:
        """Make the run of this game before its first step, with its first floor.

        So the step in which the first hero comes in is short. The caller must close the run's world
        if it makes no session of it.
        """
        run = new_run(self.game, self.planned)
        try:
            yield from making_entry(run)
        except BaseException:
            run.world.close()
            raise
        return run


def prepare(request: SessionRequest) -> PreparedGame:
    """Return the game that a request asks for. It takes some tens of milliseconds.

    It makes no entity, so it may run in another thread, one at a time.
    """
    setup = request.playbook.play(request.preset, request.house)
    game = make_game(setup.rules, request.seed)
    return PreparedGame(setup, game, plan_entry(game), legend_of(game))
