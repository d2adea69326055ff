"""The display in a window of its own, made by SDL through tcod."""

import asyncio
import logging
import math
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from types import TracebackType
from typing import Final, Literal, Self

import tcod.console
import tcod.context
import tcod.event
import tcod.sdl.sys
import tcod.sdl.video
from tcod.cffi import ffi, lib
from tcod.event import MouseButton

from undertide_client.displays.attention import TITLE, Attention
from undertide_client.displays.base import (
    Closed,
    DisplayEvent,
    FontSize,
    KeyPress,
    MousePress,
    MouseWheel,
    Pasted,
    Resized,
)
from undertide_client.displays.cells import Console
from undertide_client.displays.errors import DisplayUnavailableError
from undertide_client.displays.glyphs import FILLER, SPACE, UNREADABLE, replace_glyphs
from undertide_client.displays.key_names import MAX_PASTE, tidy
from undertide_client.displays.tilesheet import codepoints, draw_tileset
from undertide_client.displays.window_keys import WindowKeys

Size = tuple[int, int]
CELLS: Final[dict[FontSize, Size]] = {"small": (10, 19), "medium": (12, 22), "large": (16, 30)}
"""Pixels of a cell: the sizes at which the font's stems are even."""
ZOOMS: Final[tuple[Size, ...]] = (
    (8, 15), (10, 19), (12, 22), (14, 26), (16, 30), (20, 38), (24, 45), (32, 60)
)  # fmt: skip
"""Pixels of a cell at each step of the zoom."""
LEAST: Final[Size] = (80, 24)
"""Fewest columns and rows of a screen. A smaller window shows a smaller picture instead."""
_COMFORTABLE: Final[Size] = (100, 40)
"""Columns and rows that must fit before larger cells are chosen."""
_MOST: Final[Size] = (120, 50)
"""Most columns and rows of a new window: map, panels and log need no more."""
_SHARE: Final = 0.9
"""Largest share of the desktop for a new window, so that its frame and other windows stay in
reach."""


def choose_cell(font_size: FontSize, desktop: Size) -> Size:
    """Return the pixels of a cell: the chosen size, or the largest comfortable one on `desktop`."""
    if font_size != "auto":
        return CELLS[font_size]
    fitting = [cell for cell in CELLS.values() if _holds(desktop, cell, _COMFORTABLE)]
    return max(fitting, default=CELLS["small"])


def zoomed(cell: Size, step: int, usual: Size) -> Size:
    """Return the next larger (1) or smaller (-1) cell, the usual one for 0, within `ZOOMS`."""
    if not step:
        return usual
    index = min(range(len(ZOOMS)), key=lambda each: abs(ZOOMS[each][1] - cell[1])) + step
    return ZOOMS[min(len(ZOOMS) - 1, max(0, index))]


def fitting(pixels: Size, grid: Size, usual: Size) -> Size:
    """Return the largest cell of which a window of `pixels` shows `grid`, and at least `LEAST`.

    It is the usual one if none larger does.
    """
    columns, rows = (max(pair) for pair in zip(grid, LEAST, strict=True))
    larger = [one for one in ZOOMS if one[1] > usual[1]]
    held = [one for one in larger if one[0] * columns <= pixels[0] and one[1] * rows <= pixels[1]]
    return max(held, default=usual)


def choose_grid(cell: Size, desktop: Size) -> Size:
    """Return the columns and rows of a new window."""
    room = (int(desktop[0] * _SHARE) // cell[0], int(desktop[1] * _SHARE) // cell[1])
    return (
        max(LEAST[0], min(_MOST[0], room[0])),
        max(LEAST[1], min(_MOST[1], room[1])),
    )


def _holds(desktop: Size, cell: Size, grid: Size) -> bool:
    return all(cell[axis] * grid[axis] <= _SHARE * desktop[axis] for axis in (0, 1))


POLL_INTERVAL: Final = 0.012
"""Seconds between checks of SDL's queue, which asyncio can't wait for. This is shorter than a frame
at 60 Hz, so that no key feels late. When idle, it costs 2% of a core."""
_MAX_EVENTS: Final = 256
"""SDL events taken at one check. The others wait in SDL's own bounded queue."""
_MAX_SIZE: Final = (500, 200)
"""Most columns and rows to use, as in a terminal."""
_UNKNOWN_DESKTOP: Final = (1280, 800)
"""Pixels of a desktop that doesn't report its size: those of a small laptop."""
_BUTTONS: Final[dict[int, Literal["left", "right"]]] = {
    MouseButton.LEFT: "left",
    MouseButton.RIGHT: "right",
}
_PASTE_KEYS: Final = frozenset({"ctrl+v", "ctrl+V", "shift+insert"})
_ZOOM_KEYS: Final = {"ctrl++": 1, "ctrl+=": 1, "ctrl+kp_plus": 1} | {
    "ctrl+-": -1, "ctrl+kp_minus": -1, "ctrl+0": 0, "ctrl+kp0": 0
}  # fmt: skip
"""Steps of the size of cells; 0 is the size that fits the desktop and the map."""
_FULL_SCREEN_KEYS: Final = frozenset({"f11", "alt+enter"})
_REDRAWN: Final = frozenset({"WindowResized", "PixelSizeChanged", "WindowExposed"})


class WindowDisplay:
    """A display in one window, which also reads its keys.

    Enter it once; leaving closes the window.
    """

    def __init__(self, font_size: FontSize) -> None:
        self._font_size: FontSize = font_size
        self._open: tcod.context.Context | None = None
        self._keys = WindowKeys()
        self._events: deque[DisplayEvent] = deque()
        self._shown = (0, 0)
        self._attention = Attention()
        self._cell = CELLS["medium"]
        self._is_fitted = font_size == "auto"
        """Whether cells are as large as what is to be in view allows, until the player zooms."""

    def size(self) -> tuple[int, int]:
        """Return the columns and rows that fit the window, at least 80 and 24."""
        columns, rows = self._context.recommended_console_size(*LEAST)
        return min(columns, _MAX_SIZE[0]), min(rows, _MAX_SIZE[1])

    def fit_grid(self, columns: int, rows: int) -> None:
        """Have the largest cells of which so many are in view, unless the player chose a size."""
        renderer = self._context.sdl_renderer
        if renderer is not None and self._is_fitted:
            self._show_cells(fitting(renderer.output_size, (columns, rows), self._usual_cell()))

    def present(self, console: Console) -> None:
        """Show the whole `console` in proportion, as large as the window allows."""
        self._shown = (console.width, console.height)
        self._context.present(_with_known_glyphs(console), keep_aspect=True, integer_scaling=True)

    def copy(self, text: str) -> bool:
        """Put `text` into the clipboard."""
        return bool(lib.SDL_SetClipboardText(text.encode()))

    def suspend(self, _leave: Callable[[], None]) -> bool:
        """Return False: no shell waits behind a window."""
        return False

    def shows(self, text: str) -> bool:
        """Return whether each character of `text` is shown as itself: the font has it."""
        return codepoints().issuperset(map(ord, text))

    def attend(self, attention: Attention) -> None:
        """Show the title, and call for attention by the desktop where a bell would ring."""
        window = self._context.sdl_window
        before, self._attention = self._attention, attention
        if window is None or attention == before:
            return
        window.title = attention.title
        if attention.rings > before.rings:
            # Some desktops can't mark a window.
            with suppress(RuntimeError):
                window.flash(tcod.sdl.video.FlashOperation.BRIEFLY)

    async def next_event(self) -> DisplayEvent:
        """Wait for a key, a click, a paste, a new size or the end of the window."""
        while not self._events:
            for event in islice(tcod.event.get(), _MAX_EVENTS):
                self._events.extend(self._heard(event))
            if not self._events:
                await asyncio.sleep(POLL_INTERVAL)
        return self._events.popleft()

    def __enter__(self) -> Self:
        # SDL logs notes about its start as warnings, which would be printed.
        logging.getLogger("tcod.sdl").setLevel(logging.ERROR)
        try:
            self._open = self._new_context()
        except RuntimeError as error:
            reason = str(error).strip().splitlines()[-1:]
            raise DisplayUnavailableError(
                f"no window can be opened here ({''.join(reason)})", "use the terminal display"
            ) from error
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._open is not None:
            self._open.close()
            self._open = None

    @property
    def _context(self) -> tcod.context.Context:
        assert self._open is not None, "the window is open between __enter__ and __exit__"
        return self._open

    def _new_context(self) -> tcod.context.Context:
        tcod.sdl.sys.init(tcod.sdl.sys.Subsystem.VIDEO)
        desktop = _desktop_size()
        cell = self._cell = choose_cell(self._font_size, desktop)
        columns, rows = choose_grid(cell, desktop)
        # Do without vsync, which would block `present` until the screen's next frame.
        context = tcod.context.new(
            columns=columns,
            rows=rows,
            tileset=draw_tileset(*cell),
            title=TITLE,
            vsync=False,
            argv=[],
        )
        if context.sdl_window is not None:
            context.sdl_window.start_text_input(autocorrect=False)
        return context

    def _heard(self, event: tcod.event.Event) -> list[DisplayEvent]:
        match event:
            case tcod.event.KeyDown():
                return [each for key in self._keys.of_key(event) for each in self._pressed(key)]
            case tcod.event.TextInput():
                return [*self._keys.of_text(event)]
            case tcod.event.MouseButtonDown() | tcod.event.MouseWheel():
                return self._pointed(event)
            case tcod.event.WindowEvent(type=kind) if kind in _REDRAWN:
                return [Resized()]
            case tcod.event.Quit():
                return [Closed("the window was closed")]
            case _:
                return []

    def _pressed(self, key: KeyPress) -> list[DisplayEvent]:
        """Zoom, or cover the screen, if the key is for the window; else return the key."""
        if key.key in _ZOOM_KEYS:
            step = _ZOOM_KEYS[key.key]
            self._is_fitted = step == 0
            self._show_cells(zoomed(self._cell, step, self._usual_cell()))
            return [Resized()]
        window = self._context.sdl_window
        if key.key in _FULL_SCREEN_KEYS and window is not None:
            window.fullscreen = not window.fullscreen
            return [Resized()]
        return [_pasted(key) or key]

    def _usual_cell(self) -> Size:
        return choose_cell(self._font_size, _desktop_size())

    def _show_cells(self, cell: Size) -> None:
        if cell != self._cell:
            self._cell = cell
            self._context.change_tileset(draw_tileset(*cell))

    def _pointed(
        self, event: tcod.event.MouseButtonDown | tcod.event.MouseWheel
    ) -> list[DisplayEvent]:
        if isinstance(event, tcod.event.MouseButtonDown):
            return self._clicked(event)
        return [MouseWheel(event.y > 0)] if event.y else []

    def _clicked(self, event: tcod.event.MouseButtonDown) -> list[DisplayEvent]:
        button = _BUTTONS.get(event.button)
        x, y = (math.floor(each) for each in self._context.pixel_to_tile(*event.position))
        inside = 0 <= x < self._shown[0] and 0 <= y < self._shown[1]
        return [MousePress(x, y, button)] if button and inside else []


def _with_known_glyphs(console: Console) -> tcod.console.Console:
    """Return `console` as one of tcod, with "?" for every character without a tile."""
    shown = tcod.console.Console(console.width, console.height, order="C")
    shown.rgb[...] = console.rgb
    shown.rgb["ch"] = replace_glyphs(console.rgb["ch"].astype("uint32"), _known_glyph)
    return shown


def _known_glyph(code: int) -> int:
    if code == FILLER:
        return SPACE
    return code if code in codepoints() else UNREADABLE


def _pasted(press: KeyPress) -> Pasted | None:
    """Return the clipboard's text if this key asks for it."""
    if press.key not in _PASTE_KEYS:
        return None
    text = ffi.gc(lib.SDL_GetClipboardText(), lib.SDL_free)
    # A character has at most four bytes in UTF-8. The last one may be cut.
    return Pasted(tidy(ffi.string(text, 4 * MAX_PASTE).decode("utf-8", errors="ignore")))


def _desktop_size() -> tuple[int, int]:
    """Return the desktop's size in pixels that windows may cover."""
    bounds = ffi.new("SDL_Rect*")
    if not lib.SDL_GetDisplayUsableBounds(lib.SDL_GetPrimaryDisplay(), bounds):
        return _UNKNOWN_DESKTOP
    return int(bounds.w), int(bounds.h)
