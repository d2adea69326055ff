"""The lines of a form: choices, and text to write."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar

from undertide_client.screens.widgets.text_field import TextField

Value = TypeVar("Value")
HIDDEN: Final = "*"
"""The mark in place of each secret character."""
CARET: Final = "▏"
"""The mark of the cursor: the next character comes before it."""


@dataclass(frozen=True, slots=True)
class Option(Generic[Value]):
    """An option of a choice: its value, its name, and what it means."""

    value: Value
    words: str
    help: str = ""


def _nothing() -> None:
    """Do nothing, in place of a callback that is not set."""


@dataclass(slots=True)
class Choosing(Generic[Value]):
    """A line with at least one option, of which one is chosen."""

    title: str
    help: str
    options: tuple[Option[Value], ...]
    index: int = 0
    on_turn: Callable[[], None] = _nothing
    """Called after the player has chosen another option."""

    @property
    def value(self) -> Value:
        """The value of the chosen option."""
        return self.options[self.index].value

    @property
    def words(self) -> str:
        """The name of the chosen option."""
        return self.options[self.index].words

    def turn(self, by: int) -> None:
        """Choose the option `by` places further on, and start again after the last."""
        self.index = (self.index + by) % len(self.options)
        self.on_turn()

    def set(self, value: object) -> None:
        """Choose the option with a value, if there is one."""
        values = [option.value for option in self.options]
        self.index = values.index(value) if value in values else self.index

    def explain(self) -> str:
        """Return the help of the chosen option, then that of the line."""
        return " ".join(text for text in (self.options[self.index].help, self.help) if text)


@dataclass(slots=True)
class Writing:
    """A line of text. A `secret` line shows only its length."""

    title: str
    help: str
    limit: int
    secret: bool = False
    field: TextField = field(init=False)

    def __post_init__(self) -> None:
        self.field = TextField(self.limit)

    @property
    def text(self) -> str:
        """The text of the line."""
        return self.field.text

    def suggest(self, text: str) -> None:
        """Replace the text of the line by one that gives way to what the player writes."""
        self.field = TextField(self.limit, text, len(text), is_suggested=True)

    def shown(self, room: int, *, caret: bool) -> str:
        """Return the visible text; with `caret`, the part around the caret in `room` cells."""
        text = HIDDEN * len(self.text) if self.secret else self.text
        if not caret:
            return text
        cursor = self.field.cursor
        start = max(0, cursor + 1 - room)
        return text[start:cursor] + CARET + text[cursor : start + room - 1]

    def explain(self) -> str:
        """Return the help of the line."""
        return self.help


Field = Choosing[Value] | Writing


def yes_no(
    title: str, help_: str, *, value: bool | None, open_: str = ""
) -> "Choosing[bool | None]":
    """Return a line with yes and no. A third option, `open_`, comes first and means None."""
    yes: Option[bool | None] = Option(True, "yes")
    no: Option[bool | None] = Option(False, "no")
    left: Option[bool | None] = Option(None, open_)
    line = Choosing(title, help_, (left, yes, no) if open_ else (yes, no))
    line.set(value)
    return line


def one_of(title: str, help_: str, options: Iterable[Option[Value]]) -> Choosing[Value]:
    """Return a line with options; the first one is chosen."""
    return Choosing(title, help_, tuple(options))
