"""The landmarks of a replayed run, to go to one of them."""

from collections.abc import Sequence

from undertide_client.model.run_time import RunMoment, clock
from undertide_client.screens.replay.marks import MARKS
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import JumpTo, Pop
from undertide_client.screens.widgets.drawing import column
from undertide_client.screens.widgets.list_screen import ListScreen
from undertide_client.screens.widgets.page_screen import Row
from undertide_client.screens.widgets.screen import Actions
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.messages import Landmark


class LandmarksScreen(ListScreen):
    """The time, kind and text of each landmark. The list opens at the present."""

    title = "Landmarks"
    verb = "go there"
    widest = 76

    def __init__(self, ui: Ui) -> None:
        super().__init__(ui)
        now = ui.mirror.replay_state.elapsed if ui.mirror.replay_state else 0
        self.choice.index = max(0, sum(one.elapsed <= now for one in self._landmarks) - 1)

    @property
    def _landmarks(self) -> list[Landmark]:
        return self.ui.mirror.replay_state.landmarks if self.ui.mirror.replay_state else []

    def nothing(self) -> str:
        """Return the text of a run without landmarks."""
        return "Nothing has happened in this run yet."

    def lines(self) -> Sequence[Row]:
        """Return one line per landmark."""
        return [_row(one) for one in self._landmarks]

    def choose(self, index: int) -> Actions:
        """Go to the chosen landmark."""
        return (Pop(), JumpTo(RunMoment(self._landmarks[index].elapsed)))


def _row(landmark: Landmark) -> Row:
    mark = MARKS[landmark.kind]
    return (
        (f"{clock(landmark.elapsed):>8}  ", palette.SOFT),
        (f"{mark.glyph} ", mark.ink),
        (column(mark.word, 12), palette.INK),
        (landmark.text, palette.BRIGHT),
    )
