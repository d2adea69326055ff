"""The choice of a companion to follow, and the way to the party."""

from collections.abc import Sequence

from undertide_client.screens.map.companions import companions_to_follow, intent_to_party, way_words
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import Pop, Send, ShowNote
from undertide_client.screens.widgets.list_screen import ListScreen
from undertide_client.screens.widgets.page_screen import Row
from undertide_client.screens.widgets.palette import legible, rgb
from undertide_client.screens.widgets.screen import Actions, Push
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.messages import Accompany


class FollowScreen(ListScreen):
    """The companions on this floor, nearest first, if there are several."""

    verb = "follow"
    lettered = True

    def nothing(self) -> str:
        """Return the text for when all of them have left the floor."""
        return "No companion stands on this floor."

    def heading(self) -> str:
        """Return the title."""
        return "Follow…"

    def lines(self) -> Sequence[Row]:
        """Return one line per companion, with where it is."""
        mirror = self.ui.mirror
        return [
            (
                ("@ ", legible(rgb(one.colour))),
                (f"{one.name} ", palette.INK),
                (way_words(mirror, one.seat), palette.SOFT),
            )
            for one in companions_to_follow(mirror)
        ]

    def choose(self, index: int) -> Actions:
        """Follow the chosen companion."""
        seat = companions_to_follow(self.ui.mirror)[index].seat
        return (Pop(), Send(Accompany(seat)))


def follow(ui: Ui) -> Actions:
    """Return the actions that follow a companion. If there are several, ask which."""
    match companions_to_follow(ui.mirror):
        case []:
            return (ShowNote("No companion stands on this floor."),)
        case [one]:
            return (Send(Accompany(one.seat)),)
        case _:
            return (Push(FollowScreen(ui)),)


def regroup(ui: Ui) -> Actions:
    """Return the actions that lead to the party, on this floor or on another."""
    found = intent_to_party(ui.mirror)
    return (ShowNote(found),) if isinstance(found, str) else (Send(found),)
