"""The old runs that a server keeps, to watch one of them again."""

from collections.abc import Sequence
from typing import Final

from undertide_client.keys import Command, Context
from undertide_client.model.run_time import clock
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import Actions, AskForRuns, ReplayRun
from undertide_client.screens.widgets.drawing import fitted, wrapped
from undertide_client.screens.widgets.hints import Hints
from undertide_client.screens.widgets.list_screen import ListScreen
from undertide_client.screens.widgets.page_screen import Row
from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.words import ago_words, names_words
from undertide_shared.messages import RunInfo, RunState

STATES: Final[dict[RunState, str]] = {
    "live": "live",
    "ended": "ended",
    "abandoned": "abandoned",
    "aside": "set aside",
}
"""What each state is called."""
WIDTHS: Final = (13, 11, 19, 10, 9, 10)
"""Cells of the columns: together as many as a small terminal has room for."""
INKS: Final = (
    palette.BRIGHT,
    palette.INK,
    palette.INK,
    palette.SOFT,
    palette.INK,
    palette.INK,
)


class RunsScreen(ListScreen):
    """A line a run, the latest first; of the chosen one, all who played, and what was refused."""

    title = "Old runs"
    verb = "watch again"
    context = Context.RUNS
    widest = 80
    details = 3

    @property
    def _runs(self) -> list[RunInfo]:
        return self.ui.lobby.runs or []

    def columns(self) -> Row:
        """Return the heads of the columns, if there is a run."""
        heads = ("Session", "Game", "Who", "begun", "length", "state")
        return tuple((text, palette.GOLD) for text in _columns(heads)) if self._runs else ()

    def lines(self) -> Sequence[Row]:
        """Return a line a run."""
        return [_row(run, self.ui) for run in self._runs]

    def detail(self, index: int, width: int, /) -> Sequence[Row]:
        """Return who played a run, and why the last thing asked for was refused."""
        who = wrapped(f"Played by {names_words(self._runs[index].heroes)}.", width)[:1]
        notice = wrapped(self.ui.lobby.notice, width)[: self.details - 1]
        return [
            *(((line, palette.SOFT),) for line in who),
            *(((line, palette.WARNING),) for line in notice),
        ]

    def nothing(self) -> str:
        """Tell an answer that is still to come from a server without old runs."""
        return "Asking…" if self.ui.lobby.runs is None else "This server keeps no old runs."

    def choose(self, index: int) -> Actions:
        """Watch it."""
        return (ReplayRun(self._runs[index].run),)

    def footer(self) -> Hints:
        """Return the hints."""
        return (*super().footer(), *self.ui.hints(self.context, (Command.REFRESH, "ask again")))

    def command(self, command: Command | None, count: int) -> Actions:
        """Ask again, or move about."""
        if command is Command.REFRESH:
            return (AskForRuns(),)
        return super().command(command, count)


def _row(run: RunInfo, ui: Ui) -> Row:
    begun = ago_words(ui.now - run.begun)
    texts = (run.session, run.preset, names_words(run.heroes), begun, clock(run.ticks))
    cells = _columns((*texts, STATES[run.state]))
    return tuple(zip(cells, INKS, strict=True))


def _columns(texts: Sequence[str]) -> list[str]:
    """Return texts as wide as their columns, cut where they don't fit."""
    pairs = zip(texts, WIDTHS, strict=True)
    return [f"{fitted(text, width - 1):<{width}}" for text, width in pairs]
