"""The screen to choose a destination."""

from undertide_client.screens.map.companions import intent_to_companion
from undertide_client.screens.map.cursor_screen import CursorScreen
from undertide_client.screens.map.routes import known_stairs, sights
from undertide_client.screens.widgets.actions import Actions, Note, Pop, Send
from undertide_shared.geometry import Cell
from undertide_shared.messages import Travel


class TravelScreen(CursorScreen):
    """A cursor that sends the hero to the chosen cell."""

    title = "Travel"

    def stops(self) -> list[Cell]:
        """Return all known stairs, then everything else on the map."""
        mirror = self.ui.mirror
        stairs = [*known_stairs(mirror, "down"), *known_stairs(mirror, "up")]
        return list(dict.fromkeys([*stairs, *sights(mirror)]))

    def choose(self) -> Actions:
        """Travel to the cell, if it is known and walkable, or to the companion there."""
        companion = intent_to_companion(self.ui.mirror, self.cell)
        if companion is not None:
            return (Pop(), Send(companion))
        look = self.ui.mirror.look_at(self.cell)
        if look is None:
            return (Pop(), Note("You know no way to a place that nobody has seen."))
        if not look.walkable:
            return (Pop(), Note(f"You can't walk into a {look.name}."))
        return (Pop(), Send(Travel(*self.cell)))
