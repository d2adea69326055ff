"""The invite code of a session, to read aloud or to copy."""

from tcod.console import Console

from undertide_client.keys import Command, Context
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import NOTHING, Actions, Pop
from undertide_client.screens.widgets.drawing import put, put_centred, wrapped
from undertide_client.screens.widgets.screen import Screen
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.messages import Invited

WIDTH = 74


class InviteScreen(Screen):
    """The invite code and how others use it; for an unlisted session, its id instead."""

    def __init__(self, ui: Ui, invite: Invited) -> None:
        super().__init__(ui)
        self._invite = invite

    def draw(self, console: Console) -> None:
        """Draw the code alone in its row, so that a terminal's own selection copies only it."""
        invite, told = self._invite, wrapped(self._told(), WIDTH - 4)
        hints = self.ui.hints(Context.LIST, (Command.CHOOSE, "go on"))
        inside = self.box(console, (WIDTH, len(told) + 6), self._title, hints)
        put_centred(console, inside, inside.y + 1, invite.code, palette.GOLD)
        for row, line in enumerate(told, inside.y + 3):
            put(console, inside.x, row, line, palette.INK, width=inside.width)

    @property
    def _title(self) -> str:
        return "The session's id" if self._is_id else "The invite code"

    @property
    def _is_id(self) -> bool:
        return self._invite.code == self._invite.session

    def _told(self) -> str:
        told = (
            "Anyone who has it may join or watch: with i or I in the lobby, or with "
            f"undertide join {self.ui.address} --session and this."
        )
        renewed = " A moderator can make a new code, which ends this one."
        return told if self._is_id else told + renewed

    def press(self, key: str) -> Actions:
        """Close the screen."""
        ways_out = {Command.CHOOSE, Command.BACK}
        return (Pop(),) if self.ui.command(Context.LIST, key) in ways_out else NOTHING
