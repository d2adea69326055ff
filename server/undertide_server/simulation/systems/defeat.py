"""Defeat: the run ends with its last hero (R15)."""

from undertide_server.simulation.components.heroes import Hero
from undertide_server.simulation.mechanics.victory import end
from undertide_server.simulation.state.events import Fell
from undertide_server.simulation.state.run import Run


def end_when_all_fell(run: Run) -> None:
    """End the run as lost when an actor fell in this step and no hero is alive."""
    if not any(isinstance(event, Fell) for event in run.events):
        return
    heroes = run.world.each(Hero)
    if heroes and all(hero.fate for _, hero in heroes):
        end(run, won=False)
