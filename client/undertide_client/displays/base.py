"""What every display is and tells: the contract between displays and screens."""

from dataclasses import dataclass
from types import TracebackType
from typing import Literal, Protocol, Self

import tcod.console

DisplayName = Literal["terminal", "window"]
ColourChoice = Literal["auto", "true", "256", "16"]
FontSize = Literal["auto", "small", "medium", "large"]


@dataclass(frozen=True, slots=True)
class KeyPress:
    """One key, by its normalised name.

    Printable keys are themselves ("a", "A", ">", "?"); the others are "space", "up", "down",
    "left", "right", "home", "end", "pageup", "pagedown", "insert", "delete", "enter", "escape",
    "tab", "backspace", "f1" to "f12", and of the numpad "kp0" to "kp9", "kp_enter", "kp_plus",
    "kp_minus", "kp_multiply", "kp_divide", "kp_period", "kp_comma", "kp_equals". Modifiers stand
    before it in this order: "ctrl+c", "alt+x", "ctrl+shift+up". A printable key carries its own
    shift: "alt+X".
    """

    key: str


@dataclass(frozen=True, slots=True)
class MousePress:
    """A click on the cell (x, y) of the console that was presented last."""

    x: int
    y: int
    button: Literal["left", "right"]


@dataclass(frozen=True, slots=True)
class MouseWheel:
    """A notch of the mouse's wheel, away from its player (up) or towards them."""

    up: bool


@dataclass(frozen=True, slots=True)
class Pasted:
    """Text from the clipboard: bounded, and line feeds are its only control characters."""

    text: str


@dataclass(frozen=True, slots=True)
class Resized:
    """There is more or less room now: ask for `Display.size` and draw again."""


@dataclass(frozen=True, slots=True)
class Closed:
    """The window was closed, the terminal hung up, or the process was asked to stop."""

    reason: str


DisplayEvent = KeyPress | MousePress | MouseWheel | Pasted | Resized | Closed


class Display(Protocol):
    """Shows consoles and tells what the player did. Entering it takes the terminal or window."""

    def size(self) -> tuple[int, int]:
        """Columns and rows there is room for now; asked before every frame."""
        ...

    def present(self, console: tcod.console.Console) -> None:
        """Show `console`, made with order="C", in place of what was shown. Never blocks."""
        ...

    async def next_event(self) -> DisplayEvent:
        """Wait for what the player does next. Can be cancelled without losing anything."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...
