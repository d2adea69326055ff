"""The screen to go to a moment of a replay by its time."""

from typing import Final

from undertide_client.model.errors import BadMomentError
from undertide_client.model.run_time import moment_of
from undertide_client.screens.widgets.actions import JumpTo, Pop
from undertide_client.screens.widgets.line_screen import LineScreen
from undertide_client.screens.widgets.screen import Actions
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.errors import BadTextError

MAX_WRITTEN: Final = 12
"""Most characters: enough for the longest tick or time."""


class GoToScreen(LineScreen):
    """A line for a tick, or a time such as 1:02:30. A time beyond the run's ends means that end."""

    prompt = "Go to (a tick, or a time such as 1:02:30):"

    def __init__(self, ui: Ui) -> None:
        super().__init__(ui, MAX_WRITTEN)

    def finish(self, text: str) -> Actions:
        """Go to the typed moment; an empty line stays. Raises BadTextError if it is no time."""
        if not text.strip():
            return (Pop(),)
        try:
            return (Pop(), JumpTo(moment_of(text)))
        except BadMomentError as fault:
            raise BadTextError(str(fault)) from fault
