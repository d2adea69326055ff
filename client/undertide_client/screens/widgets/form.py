"""What a form asks for: lines with choices, and lines to be written on."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar

from undertide_client.screens.widgets.text_field import TextField

Value = TypeVar("Value")
HIDDEN: Final = "*"
"""Stands for each character of what nobody is to read."""
CARET: Final = "▏"
"""Stands where the next character goes."""


@dataclass(frozen=True, slots=True)
class Option(Generic[Value]):
    """One thing that can be chosen: what it is, what it is called, and what it means."""

    value: Value
    words: str
    help: str = ""


@dataclass(slots=True)
class Choosing(Generic[Value]):
    """A line of which one option is chosen; there is at least one."""

    title: str
    help: str
    options: tuple[Option[Value], ...]
    index: int = 0

    @property
    def value(self) -> Value:
        """What is chosen."""
        return self.options[self.index].value

    @property
    def words(self) -> str:
        """What the chosen option is called."""
        return self.options[self.index].words

    def turn(self, by: int) -> None:
        """Choose the next option or the one before; after the last comes the first."""
        self.index = (self.index + by) % len(self.options)

    def set(self, value: object) -> None:
        """Choose the option with a value, if there is one."""
        values = [option.value for option in self.options]
        self.index = values.index(value) if value in values else self.index

    def explain(self) -> str:
        """Return what the line is about, and what the chosen option means."""
        return " ".join(text for text in (self.options[self.index].help, self.help) if text)


@dataclass(slots=True)
class Writing:
    """A line that is written on; what is `secret` shows only how long it is."""

    title: str
    help: str
    limit: int
    secret: bool = False
    field: TextField = field(init=False)

    def __post_init__(self) -> None:
        self.field = TextField(self.limit)

    @property
    def text(self) -> str:
        """What is written there."""
        return self.field.text

    def write(self, text: str) -> None:
        """Put something there in place of what was."""
        self.field = TextField(self.limit, text, len(text))

    def shown(self, room: int, *, caret: bool) -> str:
        """Return what is seen of it in so many cells; with `caret`, around where one writes."""
        text = HIDDEN * len(self.text) if self.secret else self.text
        if not caret:
            return text
        cursor = self.field.cursor
        start = max(0, cursor + 1 - room)
        return text[start:cursor] + CARET + text[cursor : start + room - 1]

    def explain(self) -> str:
        """Return what the line is about."""
        return self.help


Field = Choosing[Value] | Writing


def yes_no(
    title: str, help_: str, *, value: bool | None, open_: str = ""
) -> "Choosing[bool | None]":
    """Return a line with yes and no; where `open_` says so, first with what leaves it open."""
    yes: Option[bool | None] = Option(True, "yes")
    no: Option[bool | None] = Option(False, "no")
    left: Option[bool | None] = Option(None, open_)
    line = Choosing(title, help_, (left, yes, no) if open_ else (yes, no))
    line.set(value)
    return line


def one_of(title: str, help_: str, options: Iterable[Option[Value]]) -> Choosing[Value]:
    """Return a line with options, the first of them chosen."""
    return Choosing(title, help_, tuple(options))
