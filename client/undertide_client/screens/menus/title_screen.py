"""The title screen: the ways into the game, before there is any server."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from undertide_client.displays.cells import Console
from undertide_client.keys import Command
from undertide_client.net.address import parse_address
from undertide_client.net.errors import BadAddressError
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import LeaveGame, Pop, RunCommand
from undertide_client.screens.widgets.drawing import Area, fill, put_centred, whole, wrapped
from undertide_client.screens.widgets.form import Writing
from undertide_client.screens.widgets.form_screen import FormScreen
from undertide_client.screens.widgets.hints import Hints
from undertide_client.screens.widgets.list_screen import ListScreen
from undertide_client.screens.widgets.page_screen import Row
from undertide_client.screens.widgets.screen import Actions, Push
from undertide_client.screens.widgets.screen_text import ScreenText
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.errors import BadTextError

MAX_TYPED = 300
"""Characters of an address that a player may type: as many as one may have."""
MAX_CODE = 40
"""Characters of a seat's code that a visitor may type: spaces count, but not for the code."""
RETURN = ("return",)
"""The words of the choice to come back to a seat; its code follows."""
NOTICE_ROWS = 3
"""Rows for the reason why the last command failed."""
WAVES = "~ ~ ~ ~ ~"
MOTTO = "Go down together. Don't stay too long."


@dataclass(frozen=True, slots=True)
class TitleEntry:
    """A line of the title screen: its letter and name, what it does, and the command that does it.

    Where it `wants_address`, the player types that of a server, which follows the words. Where it
    `wants_code`, the player types the code of a seat.
    """

    letter: str
    name: str
    sentence: str
    words: tuple[str, ...]
    """The command, without `undertide` before it; empty for the end of the program."""
    wants_address: bool = False
    wants_code: bool = False


class TitleScreen(ListScreen):
    """The name of the game, and a line for each way in.

    A `failure` says why the last command failed.
    """

    covers = True
    widest = 44
    details = 2
    lettered = True

    def __init__(self, ui: Ui, entries: Sequence[TitleEntry], failure: str = "") -> None:
        super().__init__(ui)
        self._entries = entries
        self._failure = failure

    def draw(self, console: Console) -> None:
        """Draw the title, the lines, and why the last command failed."""
        fill(console, whole(console), palette.PAPER)
        area = Area(2, 0, console.width - 4, console.height)
        put_centred(console, area, 2, f"{WAVES}   U N D E R T I D E   {WAVES}", palette.WATER)
        put_centred(console, area, 4, MOTTO, palette.SOFT)
        lines = wrapped(self._failure, area.width)[:NOTICE_ROWS]
        for row, line in enumerate(lines):
            put_centred(console, area, console.height - 1 - len(lines) + row, line, palette.WARNING)
        super().draw(console)

    def as_text(self) -> ScreenText:
        """Return the name of the game, why the last command failed, and each entry."""
        told = super().as_text()
        choices = tuple(f"{entry.name}: {entry.sentence}" for entry in self._entries)
        lines = tuple(filter(None, (MOTTO, self._failure)))
        return replace(told, title="Undertide", lines=lines, choices=choices, detail=())

    def heading(self) -> str:
        """Return nothing: the name of the game stands above the box."""
        return ""

    def letters(self) -> Sequence[str]:
        """Return the letters of the entries."""
        return [entry.letter for entry in self._entries]

    def lines(self) -> Sequence[Row]:
        """Return the name of each entry."""
        return [((entry.name, palette.INK),) for entry in self._entries]

    def detail(self, index: int, width: int, /) -> Sequence[Row]:
        """Return what an entry does."""
        sentence = self._entries[index].sentence
        return [((line, palette.SOFT),) for line in wrapped(sentence, width)]

    def choose(self, index: int) -> Actions:
        """Run the command of an entry, or ask for an address first."""
        entry = self._entries[index]
        if entry.wants_address:
            return (Push(AddressScreen(self.ui, entry)),)
        if entry.wants_code:
            return (Push(ReturnScreen(self.ui)),)
        return (RunCommand(entry.words),) if entry.words else (LeaveGame(),)

    def footer(self) -> Hints:
        """Return the hints at the foot of the box."""
        return self.ui.hints(self.context, (Command.CHOOSE, self.verb), (Command.BACK, "quit"))

    def command(self, command: Command | None, count: int) -> Actions:
        """Leave, or move in the list."""
        if command is Command.BACK:
            return (LeaveGame(),)
        return super().command(command, count)


class AddressScreen(FormScreen):
    """The form for the address of a server."""

    def __init__(self, ui: Ui, entry: TitleEntry) -> None:
        self._entry = entry
        self._address = Writing("Address", "Such as ws://play.example.org:4414", MAX_TYPED)
        super().__init__(ui, self._address)
        self.verb = entry.name

    def heading(self) -> str:
        """Return what happens at the address."""
        return self._entry.name.capitalize()

    def finish(self) -> Actions:
        """Run the command with the address. Raises BadTextError for one that can't be used."""
        typed = self._address.text.strip()
        try:
            parse_address(typed)
        except BadAddressError as fault:
            raise BadTextError(str(fault)) from fault
        # After --, no address can pass for an option.
        return (RunCommand((*self._entry.words, "--", typed)),)


class ReturnScreen(FormScreen):
    """The form for the code of a seat."""

    verb = "come back"

    def __init__(self, ui: Ui) -> None:
        self._code = Writing("Code", "Eight letters and digits, such as abcd-efgh", MAX_CODE)
        super().__init__(ui, self._code)

    def heading(self) -> str:
        """Return what the form is for."""
        return "Come back with a code"

    def finish(self) -> Actions:
        """Come back with the code. Raises BadTextError if there is none."""
        typed = self._code.text.strip()
        if not typed:
            raise BadTextError("type the code that you were shown")
        return (RunCommand((*RETURN, typed)),)

    def back(self) -> Actions:
        """Return to the title screen."""
        return (Pop(),)
