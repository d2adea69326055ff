"""Going in where the lobby lists nothing: by a session's id, or by an invite code."""

from undertide_client.model.safe_people import MAX_DOOR
from undertide_client.screens.widgets.actions import Actions, JoinSession, Pop, WatchSession
from undertide_client.screens.widgets.line_screen import LineScreen
from undertide_client.screens.widgets.ui import Ui


class JoinByCodeScreen(LineScreen):
    """Takes a seat."""

    prompt = "Join (a session's id, or an invite code):"
    way: type[JoinSession] | type[WatchSession] = JoinSession

    def __init__(self, ui: Ui) -> None:
        super().__init__(ui, MAX_DOOR)

    def finish(self, text: str) -> Actions:
        """Go in; an empty line goes nowhere."""
        door = "".join(text.split())
        return (Pop(), self.way(door)) if door else (Pop(),)


class WatchByCodeScreen(JoinByCodeScreen):
    """Takes a place among the spectators."""

    prompt = "Watch (a session's id, or an invite code):"
    way = WatchSession
