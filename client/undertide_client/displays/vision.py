"""Colours for colour-blind eyes: colour differences that they miss move to channels that they see.

The matrices of Machado, Oliveira and Fernandes (2009, full severity, in linear light) give a colour
as such eyes see it. The lost part goes to the other channels, as Fidaner and others proposed in
2005. The game never uses colour alone to say something: this is for players who want to see the
colours too.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType, TracebackType
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from undertide_client.displays.attention import Attention
from undertide_client.displays.base import Display, DisplayEvent, Vision
from undertide_client.displays.cells import Console
from undertide_client.displays.contrast import LINEAR, due, lifted

Matrix = NDArray[np.float64]

SEEN: Final[Mapping[Vision, Matrix]] = MappingProxyType(
    {
        "protan": np.array(
            [
                [0.152286, 1.052583, -0.204868],
                [0.114503, 0.786281, 0.099216],
                [-0.003882, -0.048116, 1.051998],
            ]
        ),
        "deutan": np.array(
            [
                [0.367322, 0.860646, -0.227968],
                [0.280085, 0.672501, 0.047413],
                [-0.011820, 0.042940, 0.968881],
            ]
        ),
        "tritan": np.array(
            [
                [1.255528, -0.076749, -0.178779],
                [-0.078411, 0.930809, 0.147602],
                [0.004733, 0.691367, 0.303900],
            ]
        ),
    }
)
"""The visible part of linear red, green and blue."""
_RED_GREEN: Final[Matrix] = np.array([[0, 0, 0], [0.7, 1, 0], [0.7, 0, 1]])
_BLUE_YELLOW: Final[Matrix] = np.array([[1, 0, 0.7], [0, 1, 0.7], [0, 0, 0]])
"""The channels that receive the lost part of each channel."""


@lru_cache(maxsize=4)
def _matrix(vision: Vision) -> Matrix:
    """Return the matrix that turns linear colours into those that such eyes tell apart."""
    seen = SEEN[vision]
    moved = _BLUE_YELLOW if vision == "tritan" else _RED_GREEN
    return np.eye(3) + moved @ (np.eye(3) - seen)


def adapted(colours: NDArray[np.uint8], vision: Vision) -> NDArray[np.uint8]:
    """Return colours, of shape (…, 3), in the form that such eyes tell apart best."""
    if vision == "normal":
        return colours
    moved = np.clip(LINEAR[colours] @ _matrix(vision).T, 0.0, 1.0)
    # Find the nearest of 256 values: the table rises, so a search in it turns light into sRGB.
    borders = (LINEAR[1:] + LINEAR[:-1]) / 2
    return np.searchsorted(borders, moved).astype(np.uint8)


def adapted_pair(
    ink: NDArray[np.uint8], paper: NDArray[np.uint8], vision: Vision
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return inks and papers, of shape (…, 3), adapted, without a loss of needed contrast."""
    behind = adapted(paper, vision)
    inks = lifted(
        adapted(ink, vision).astype(np.float64), behind.astype(np.float64), due(ink, paper)
    )
    return inks.astype(np.uint8), behind


class AdaptedDisplay:
    """A display that adapts its colours to the player's vision."""

    def __init__(self, display: Display, vision: Vision) -> None:
        self._display = display
        self._vision: Vision = vision

    def size(self) -> tuple[int, int]:
        """Return the columns and rows available now."""
        return self._display.size()

    def fit_grid(self, columns: int, rows: int) -> None:
        """Have the largest cells of which so many are in view."""
        self._display.fit_grid(columns, rows)

    def present(self, console: Console) -> None:
        """Show `console` in adapted colours."""
        copy = Console(console.width, console.height)
        copy.rgb[...] = console.rgb
        pair = adapted_pair(console.rgb["fg"], console.rgb["bg"], self._vision)
        copy.rgb["fg"], copy.rgb["bg"] = pair
        self._display.present(copy)

    def copy(self, text: str) -> bool:
        """Hand a line of text to the clipboard."""
        return self._display.copy(text)

    def suspend(self, leave: Callable[[], None]) -> bool:
        """Give the terminal back to the shell for a while."""
        return self._display.suspend(leave)

    def shows(self, text: str) -> bool:
        """Return whether each character of `text` is shown as itself."""
        return self._display.shows(text)

    def attend(self, attention: Attention) -> None:
        """Tell `attention` with the next picture."""
        self._display.attend(attention)

    async def next_event(self) -> DisplayEvent:
        """Wait for the player's next action."""
        return await self._display.next_event()

    def __enter__(self) -> Self:
        self._display.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._display.__exit__(kind, error, trace)
