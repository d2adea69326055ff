"""The line over the map for a player who can only wait. Pure."""

from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.time_words import span_words


def banner_words(ui: Ui) -> str:
    """Return what a player without a standing hero waits for; empty for anybody else."""
    hero, member, pace = ui.mirror.hero, ui.own_member, ui.mirror.pace
    if hero is not None and hero.seat == ui.mirror.seat and hero.dies_in > 0:
        if hero.revived_in > 0:
            return f"Fallen: you are up again in {span_words(hero.revived_in, pace)}"
        return f"Fallen: a companion has {span_words(hero.dies_in, pace)} to revive you"
    if member is not None and member.returns:
        return "Your new hero begins on the next new floor"
    return ""
