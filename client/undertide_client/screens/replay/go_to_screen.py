"""Going to a moment of a replay by its time."""

from typing import Final

from undertide_client.model.run_time import BadMoment, ticks_of
from undertide_client.screens.widgets.actions import Actions, JumpTo, Pop
from undertide_client.screens.widgets.line_screen import LineScreen
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.text import BadText

MAX_WRITTEN: Final = 12
"""Characters: as many as the longest tick or time has."""


class GoToScreen(LineScreen):
    """A tick, or a time such as 1:02:30; beyond the run's ends it is the end. Empty: stay."""

    prompt = "Go to (a tick, or a time such as 1:02:30):"

    def __init__(self, ui: Ui) -> None:
        super().__init__(ui, MAX_WRITTEN)

    def finish(self, text: str) -> Actions:
        """Go there. Raises BadText where it is no time."""
        if not text.strip():
            return (Pop(),)
        try:
            return (Pop(), JumpTo(ticks_of(text)))
        except BadMoment as fault:
            raise BadText(str(fault)) from fault
