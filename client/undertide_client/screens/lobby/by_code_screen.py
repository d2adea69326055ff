"""Join or watch an unlisted session by its id or by an invite code."""

from undertide_client.net.address import MAX_ADDRESS, door_of
from undertide_client.screens.widgets.actions import Actions, JoinSession, Pop, WatchSession
from undertide_client.screens.widgets.line_screen import LineScreen
from undertide_client.screens.widgets.ui import Ui


class JoinByCodeScreen(LineScreen):
    """A line for a session's id or an invite code; takes a seat there."""

    prompt = "Join (a session's id, a code, or an invite):"
    way: type[JoinSession] | type[WatchSession] = JoinSession

    def __init__(self, ui: Ui) -> None:
        super().__init__(ui, MAX_ADDRESS)

    def finish(self, text: str) -> Actions:
        """Join or watch the session that an id, a code or an invite names.

        An empty line only closes the screen.
        """
        door = door_of(text)
        return (Pop(), self.way(door)) if door else (Pop(),)


class WatchByCodeScreen(JoinByCodeScreen):
    """A line for a session's id or an invite code; watches there without a seat."""

    prompt = "Watch (a session's id, a code, or an invite):"
    way = WatchSession
