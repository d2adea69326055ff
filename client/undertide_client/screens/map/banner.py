"""The line over the map for a player who can only wait, or who is waited for. Pure."""

from undertide_client.keys import Command, Context
from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.time_words import span_words
from undertide_client.screens.words.words import nudge_words, pause_words


def banner_words(ui: Ui) -> str:
    """Return what a player without a standing hero waits for, or who waits for the player.

    It is empty for anybody else. A server that doesn't answer comes first: time may run there.
    """
    mirror, member = ui.mirror, ui.own_member
    if ui.silence_words:
        return f"{ui.silence_words.capitalize()}: the game may go on without you"
    hero = mirror.hero
    if hero is not None and hero.seat == mirror.seat and hero.dies_in > 0:
        if hero.revived_in > 0:
            return f"Fallen: you are up again in {span_words(hero.revived_in, mirror)}"
        return f"Fallen: a companion has {span_words(hero.dies_in, mirror)} to revive you"
    if member is not None and member.returns:
        return "Your new hero begins on the next new floor"
    agree = ui.keymap.key(Context.PLAY, Command.PAUSE_PARTY) if mirror.seat is not None else ""
    return pause_words(mirror, agree) or nudge_words(mirror)
