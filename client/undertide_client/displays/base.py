"""The contract between displays and screens."""

from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Literal, Protocol, Self

from undertide_client.displays.attention import Attention

if TYPE_CHECKING:
    from undertide_client.displays.cells import Console

DisplayName = Literal["terminal", "window"]
ColourChoice = Literal["auto", "true", "256", "16"]
FontSize = Literal["auto", "small", "medium", "large"]
Vision = Literal["normal", "protan", "deutan", "tritan"]
"""protan and deutan: red and green look alike; tritan: blue and yellow."""


@dataclass(frozen=True, slots=True)
class KeyPress:
    """One key, by its normalised name.

    The name of a printable key is its character ("a", "A", ">", "?"). The others are "space", "up",
    "down", "left", "right", "home", "end", "pageup", "pagedown", "insert", "delete", "enter",
    "escape", "tab", "backspace", "f1" to "f12", and for the numpad "kp0" to "kp9", "kp_enter",
    "kp_plus", "kp_minus", "kp_multiply", "kp_divide", "kp_period", "kp_comma", "kp_equals".
    Modifiers stand before the name in this order: "ctrl+c", "alt+x", "ctrl+shift+up". A printable
    key includes its shift: "alt+X".
    """

    key: str


@dataclass(frozen=True, slots=True)
class MousePress:
    """A click on the cell (x, y) of the console presented last."""

    x: int
    y: int
    button: Literal["left", "right"]


@dataclass(frozen=True, slots=True)
class MouseWheel:
    """One notch of the mouse wheel, away from the player (up) or towards the player."""

    up: bool


@dataclass(frozen=True, slots=True)
class Pasted:
    """Text from the clipboard. It is bounded, and its only control characters are line feeds."""

    text: str


@dataclass(frozen=True, slots=True)
class Resized:
    """The display's size changed: ask `Display.size`, and draw again."""


@dataclass(frozen=True, slots=True)
class Closed:
    """The end of the display: window closed, terminal hung up, or process asked to stop."""

    reason: str


DisplayEvent = KeyPress | MousePress | MouseWheel | Pasted | Resized | Closed


class Display(Protocol):
    """A device that shows consoles and reports the player's actions.

    Entering it takes the terminal or opens the window.
    """

    def size(self) -> tuple[int, int]:
        """Return the columns and rows available now. Callers ask before every frame."""
        ...

    def fit_grid(self, columns: int, rows: int) -> None:
        """Have the largest cells of which so many are in view, if the display has the choice.

        `size` then returns how many there are.
        """
        ...

    def present(self, console: "Console") -> None:
        """Show `console` instead of the last one. Never blocks."""
        ...

    def copy(self, text: str) -> bool:
        """Hand a line of text to the clipboard. Return whether this display has a way to it.

        Nobody can know whether a terminal lets programs write to the clipboard.
        """

    def shows(self, text: str) -> bool:
        """Return whether each character of `text` is shown as itself, as far as can be known."""
        ...

    def suspend(self, leave: Callable[[], None]) -> bool:
        """Give the terminal back to the shell until its user comes back; then take it again.

        `leave` is called before. Return False, without a call, where there is no shell.
        """
        ...

    def attend(self, attention: Attention) -> None:
        """Tell `attention` with the next picture. Never blocks."""
        ...

    async def next_event(self) -> DisplayEvent:
        """Wait for the player's next action. A caller may cancel it without losing anything."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...
