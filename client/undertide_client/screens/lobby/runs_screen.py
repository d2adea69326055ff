"""The old runs that a server keeps, to watch again."""

from collections.abc import Sequence
from typing import Final

from undertide_client.keys import Command, Context
from undertide_client.model.run_time import clock
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import AskForRuns, ReplayRun
from undertide_client.screens.widgets.drawing import column, wrapped
from undertide_client.screens.widgets.hints import Hints
from undertide_client.screens.widgets.list_screen import ListScreen
from undertide_client.screens.widgets.page_screen import Row
from undertide_client.screens.widgets.screen import Actions
from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.words import ago_words, names_words, page_words
from undertide_shared.messages import RunInfo, RunState
from undertide_shared.time import milliseconds_of

STATES: Final[dict[RunState, str]] = {
    "live": "live",
    "ended": "ended",
    "abandoned": "abandoned",
    "aside": "set aside",
}
"""The name of each state of a run."""
WIDTHS: Final = (13, 11, 19, 10, 9, 10)
"""Widths of the columns in cells; their sum fits a small terminal."""
INKS: Final = (
    palette.BRIGHT,
    palette.INK,
    palette.INK,
    palette.SOFT,
    palette.INK,
    palette.INK,
)


class RunsScreen(ListScreen):
    """The kept runs, latest first, by pages; below, the chosen run's players and any refusal.

    Moving on from the last line turns to older runs, moving back from the first one to newer ones.
    """

    title = "Old runs"
    verb = "watch again"
    context = Context.RUNS
    widest = 80
    details = 3

    def __init__(self, ui: Ui) -> None:
        super().__init__(ui)
        self._befores = [""]
        """For each page up to this one the run before which it begins; empty for the first."""

    def heading(self) -> str:
        """Return the title, with the page if there are several."""
        page = page_words(len(self._befores), more=self.ui.lobby.more_runs)
        return f"{self.title}, {page}" if page else self.title

    @property
    def _runs(self) -> list[RunInfo]:
        return self.ui.lobby.runs or []

    def columns(self) -> Row:
        """Return the heads of the columns; empty without a run."""
        heads = ("Session", "Game", "Who", "begun", "length", "state")
        return tuple((text, palette.GOLD) for text in _columns(heads)) if self._runs else ()

    def lines(self) -> Sequence[Row]:
        """Return one line per run."""
        return [_row(run, self.ui) for run in self._runs]

    def detail(self, index: int, width: int, /) -> Sequence[Row]:
        """Return a run's players, and why the server refused the last request."""
        who = wrapped(f"Played by {names_words(self._runs[index].heroes)}.", width)[:1]
        notice = wrapped(self.ui.lobby.notice, width)[: self.details - 1]
        return [
            *(((line, palette.SOFT),) for line in who),
            *(((line, palette.WARNING),) for line in notice),
        ]

    def nothing(self) -> str:
        """Return the text of an empty list: no answer has come yet, or there are no old runs."""
        if self.ui.lobby.runs is None:
            return self.ui.lobby.notice or "Asking…"
        return "There are no runs to watch again."

    def choose(self, index: int) -> Actions:
        """Watch the chosen run."""
        return (ReplayRun(self._runs[index].run),)

    def footer(self) -> Hints:
        """Return the hints."""
        return (*super().footer(), *self.ui.hints(self.context, (Command.REFRESH, "ask again")))

    def command(self, command: Command | None, count: int) -> Actions:
        """Ask for the latest runs again, turn the page, or move in it."""
        if command is Command.REFRESH:
            self._befores = [""]
            return (AskForRuns(),)
        turned = self.choice.beyond(command, count) if self._runs else 0
        if turned > 0 and self.ui.lobby.more_runs:
            self._befores.append(self._runs[-1].run)
        elif turned < 0 and len(self._befores) > 1:
            self._befores.pop()
        else:
            return super().command(command, count)
        self.choice.index = 0
        return (AskForRuns(self._befores[-1]),)


def _row(run: RunInfo, ui: Ui) -> Row:
    begun = ago_words(ui.now - run.begun)
    length = clock(run.elapsed or milliseconds_of(run.ticks))
    texts = (run.session, ui.lobby.title_of(run.preset), names_words(run.heroes), begun, length)
    cells = _columns((*texts, STATES[run.state]))
    return tuple(zip(cells, INKS, strict=True))


def _columns(texts: Sequence[str]) -> list[str]:
    """Return texts padded to their columns, and cut if they don't fit."""
    pairs = zip(texts, WIDTHS, strict=True)
    return [column(text, width) for text, width in pairs]
