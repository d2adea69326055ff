"""A run that is played again after its snapshot, and the logs of those who saw it."""

from collections.abc import Mapping

from undertide_server.simulation.components.heroes import Hero
from undertide_server.simulation.pipeline import step
from undertide_server.simulation.state.inputs import Input
from undertide_server.simulation.state.run import Run
from undertide_server.views.view import PARTY, View, read_log


class LoggedRun:
    """A run that is played again, with views whose logs go on as they did in the session."""

    def __init__(self, run: Run, logs: Mapping[int, bytes]) -> None:
        self.run = run
        self._views = {PARTY: View(PARTY, read_log(logs.get(PARTY, b"")))}
        for entity, hero in run.world.each(Hero):
            if not hero.fate:
                self._views[entity] = View(entity, read_log(logs.get(entity, b"")))

    @property
    def views(self) -> tuple[View, ...]:
        """The party's view and those of living heroes."""
        return tuple(self._views.values())

    def take_step(self, inputs: tuple[Input, ...]) -> None:
        """Take a step, and write its events into the logs that could notice them."""
        events = step(self.run, inputs)
        if not events:
            return
        heroes = dict(self.run.world.each(Hero))
        for entity in heroes.keys() - self._views.keys():
            if not heroes[entity].fate:
                self._views[entity] = View(entity)
        for view in self._views.values():
            view.tell(self.run, events)
        for entity in self._views.keys() & {each for each, hero in heroes.items() if hero.fate}:
            del self._views[entity]
