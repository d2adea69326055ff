"""The line over the map for a player who can only wait. Pure."""

from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.words import seconds


def banner_words(ui: Ui) -> str:
    """Return what a player without a standing hero waits for; empty for anybody else."""
    hero, member = ui.mirror.hero, ui.own_member
    if hero is not None and hero.seat == ui.mirror.seat and hero.dies_in > 0:
        if hero.revived_in > 0:
            return f"You have fallen: you are up again in {seconds(hero.revived_in)} s"
        return f"You have fallen: a companion has {seconds(hero.dies_in)} s to revive you"
    if member is not None and member.returns:
        return "Your new hero begins on the next new floor"
    return ""
