"""Join or watch an unlisted session by its id or by an invite code."""

from undertide_client.model.safe_people import MAX_DOOR
from undertide_client.screens.widgets.actions import Actions, JoinSession, Pop, WatchSession
from undertide_client.screens.widgets.line_screen import LineScreen
from undertide_client.screens.widgets.ui import Ui


class JoinByCodeScreen(LineScreen):
    """A line for a session's id or an invite code; takes a seat there."""

    prompt = "Join (a session's id, or an invite code):"
    way: type[JoinSession] | type[WatchSession] = JoinSession

    def __init__(self, ui: Ui) -> None:
        super().__init__(ui, MAX_DOOR)

    def finish(self, text: str) -> Actions:
        """Join or watch the named session. An empty line only closes the screen."""
        door = "".join(text.split())
        return (Pop(), self.way(door)) if door else (Pop(),)


class WatchByCodeScreen(JoinByCodeScreen):
    """A line for a session's id or an invite code; watches there without a seat."""

    prompt = "Watch (a session's id, or an invite code):"
    way = WatchSession
