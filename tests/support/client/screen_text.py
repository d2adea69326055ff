"""Screens as text, lines that are written on them, and a client's state to draw them from."""

from typing import Any

from support.client.client_examples import joined, keyframe, roster
from undertide_client.displays.cells import Console
from undertide_client.net.status import LinkStatus
from undertide_client.screens.map_screen import MapScreen
from undertide_client.screens.widgets.drawing import HALF
from undertide_client.screens.widgets.line_screen import LineScreen
from undertide_client.screens.widgets.screen import Actions, Screen
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.messages import Sighting

SMALL = (80, 24)
LARGE = (150, 60)


def ui_of(*messages: Any) -> Ui:
    """Return the state of a connected client that was sent `messages`."""
    ui = Ui("ws://host:4414", "Ann", status=LinkStatus("connected"))
    for message in messages:
        ui.mirror.apply(message)
    return ui


def playing(**changes: Any) -> Ui:
    """Return the state of a client in a seat, with changes to the example keyframe."""
    return ui_of(joined(), keyframe(**changes), roster("Ann", "Bob", watchers=("Zoe",)))


def crowd(count: int) -> list[Sighting]:
    """Return so many goblins in the example room, beside the hero."""
    return [
        Sighting(1, 1, 2, 2),
        *(Sighting(10 + n, 2, 1 + n % 8, 1 + n % 3) for n in range(count)),
    ]


def drawn(*screens: Screen, size: tuple[int, int] = SMALL) -> Console:
    """Return a console with `screens` drawn on it, one over the other."""
    console = Console(*size)
    for screen in screens:
        screen.draw(console)
    return console


def rows_of(console: Console) -> list[str]:
    """Return a console's rows as text."""
    return ["".join(chr(code) for code in row) for row in console.rgb["ch"]]


def text_of(console: Console) -> str:
    """Return all of a console as text, with runs of spaces made one, and wide characters whole."""
    return "\n".join(" ".join(row.replace(HALF, "").split()) for row in rows_of(console))


def shown(*screens: Screen, size: tuple[int, int] = SMALL) -> str:
    """Return what screens show, as text."""
    return text_of(drawn(*screens, size=size))


def colours_at(console: Console, x: int, y: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the ink and the paper of one cell."""
    cell = console.rgb[y, x]
    ink, paper = (tuple(int(part) for part in cell[name]) for name in ("fg", "bg"))
    return ink, paper


def find(console: Console, glyph: str) -> list[tuple[int, int]]:
    """Return where a glyph stands on a console."""
    rows = rows_of(console)
    return [(x, y) for y, row in enumerate(rows) for x, one in enumerate(row) if one == glyph]


def press_twice(screen: Screen, key: str) -> Actions:
    """Return the actions for a letter whose line was shown by the first press."""
    assert screen.press(key) == ()
    return screen.press(key)


def typed(screen: LineScreen, text: str) -> LineScreen:
    """Type text on a screen, key by key, and return the screen."""
    for character in text:
        screen.press("space" if character == " " else character)
    return screen


def last_row(screen: LineScreen) -> str:
    """Return the row that the line is on."""
    return rows_of(drawn(MapScreen(screen.ui), screen))[-1]
