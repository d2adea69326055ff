"""The question before a step into known harm, where time waits for the player."""

from undertide_client.keys import Command, Context
from undertide_client.model.mirror import Mirror
from undertide_client.screens.map.map_view import LYING, kind_of
from undertide_client.screens.map.routes import is_friend
from undertide_client.screens.widgets.actions import Send
from undertide_client.screens.widgets.confirm_screen import ConfirmScreen
from undertide_client.screens.widgets.screen import NOTHING, Actions, Push
from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.effect_words import effects_words
from undertide_client.screens.words.time_words import TURN_BY_TURN
from undertide_shared.geometry import Cell
from undertide_shared.messages import Move, TileLook


class HarmScreen(ConfirmScreen):
    """A question. The key of the step is no answer to it, since the player may still hold it."""

    def __init__(self, ui: Ui, place: TileLook, move: Move, key: str) -> None:
        text = harm_words(ui.mirror, place)
        if ui.command(Context.WARNING, key) is Command.YES:
            text += f" Press {key.upper()} to step there."
        super().__init__(ui, "Step into harm?", text, "step there", (Send(move),))
        self._key = key

    def press(self, key: str) -> Actions:
        """Take the step, or go back."""
        return NOTHING if key == self._key else super().press(key)


def step(ui: Ui, move: Move, key: str = "") -> Actions:
    """Take a step, or first ask about it if it leads into known harm in turns.

    `key` is the key of the step, if a key asked for it.
    """
    here = ui.mirror.cell
    if here is None or ui.mirror.pace.mode not in TURN_BY_TURN:
        return (Send(move),)
    place = harm_at(ui.mirror, here, (here[0] + move.dx, here[1] + move.dy))
    return (Push(HarmScreen(ui, place, move, key)),) if place else (Send(move),)


def harm_words(mirror: Mirror, place: TileLook) -> str:
    """Return what harmful ground does to a hero who steps there."""
    harm = effects_words(mirror, place.effects) or "It harms you, or is a trap."
    return f"{place.name.capitalize()}. {harm}"


def harm_at(mirror: Mirror, here: Cell, there: Cell) -> TileLook | None:
    """Return the harmful ground into which a step leads; None if there is nothing to ask.

    A blow and care for the fallen are no steps, and a hero that stands in harm knows that.
    """
    present, ahead = mirror.look_at(here), mirror.look_at(there)
    if ahead is None or not (ahead.shunned and ahead.walkable):
        return None
    if (present is not None and present.shunned) or _stops_there(mirror, there):
        return None
    return ahead


def _stops_there(mirror: Mirror, cell: Cell) -> bool:
    """Return whether a hero that moves towards a cell strikes or tends somebody there."""
    for one in mirror.at(cell):
        is_foe = kind_of(mirror, one).role == "monster" and one.mood != "peaceful"
        fallen = kind_of(mirror, one).role == "hero" and one.mood in LYING
        if fallen or (is_foe and not is_friend(mirror, one)):
            return True
    return False
