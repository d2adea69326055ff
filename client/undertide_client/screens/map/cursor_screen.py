"""The base of screens to choose a cell of the map."""

from tcod.console import Console

from undertide_client.keys import DIRECTIONS, Command, Context
from undertide_client.screens.map.camera import Camera
from undertide_client.screens.map.cell_words import describe
from undertide_client.screens.map.play_view import camera_at, draw_play, layout_on
from undertide_client.screens.map.routes import focus_of, known_stairs, sights
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import NOTHING, Actions, Pop
from undertide_client.screens.widgets.drawing import Area, Span, fill, put, wrapped
from undertide_client.screens.widgets.hints import Hints
from undertide_client.screens.widgets.screen import Screen
from undertide_client.screens.widgets.told import ScreenText, plain_text
from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.bearings import place_words
from undertide_shared.geometry import Cell


class CursorScreen(Screen):
    """A cursor on the map. A description of its cell replaces the log."""

    covers = True
    title = ""
    verb = "choose"
    """What the choice of a cell does, for the hint."""
    context: Context = Context.CURSOR

    def __init__(self, ui: Ui, cell: Cell | None = None) -> None:
        super().__init__(ui)
        self.cell = cell or focus_of(ui.mirror)
        self._camera: Camera | None = None
        self._picked = False
        """Whether the player put the cursor where it is by the name of a stop."""

    def choose(self) -> Actions:
        """Return the actions for the choice of the cell under the cursor."""
        raise NotImplementedError

    def stops(self) -> list[Cell]:
        """Return the cells that the cursor jumps to in turn."""
        return sights(self.ui.mirror)

    def draw(self, console: Console) -> None:
        """Draw the map with the cursor in view."""
        layout = layout_on(console, self.ui)
        focus = focus_of(self.ui.mirror)
        if camera_at(self.ui, layout.map, focus).on_screen(self.cell) is None:
            focus = self.cell
        self._camera = draw_play(console, self.ui, focus, self.hints())
        self.draw_marks(console, self._camera)
        _draw_cursor(console, self._camera, self.cell)
        self._draw_description(console, layout.log)

    def told(self) -> ScreenText:
        """Return the cells that the cursor can jump to as choices, and describe its own cell."""
        subject, details = describe(self.ui.mirror, self.cell)
        remarks = (text for text, _ in self.remarks())
        about = (self._told_cell(subject, self.cell), *remarks, details)
        cells = self.stops()
        return ScreenText(
            title=self.heading(),
            choices=tuple(
                self._told_cell(describe(self.ui.mirror, cell)[0], cell) for cell in cells
            ),
            detail=tuple(plain_text(text) for text in about if text),
            hints=self.hints(),
        )

    def _told_cell(self, words: str, cell: Cell) -> str:
        place = place_words(self.ui.mirror.cell, cell)
        return plain_text(f"{words}: {place}" if place else words)

    def pick(self, index: int, /) -> Actions:
        """Put the cursor on one of its stops; the same once more chooses the cell."""
        cell = self.stops()[index]
        if cell == self.cell and self._picked:
            return self.choose()
        self._picked = True
        self._place(cell)
        return NOTHING

    def draw_marks(self, console: Console, camera: Camera) -> None:
        """Draw marks on the cells that the choice would affect; by default none."""

    def remarks(self) -> list[Span]:
        """Return remarks on the choice, one per line; they stand above the description."""
        return []

    def heading(self) -> str:
        """Return the purpose of the choice."""
        return self.title

    def press(self, key: str) -> Actions:
        """Move the cursor, jump with it, or choose its cell."""
        self._picked = False
        return self.obey(self.ui.command(self.context, key))

    def obey(self, command: Command | None) -> Actions:
        """Carry out a command of the cursor."""
        match command:
            case Command.BACK:
                return (Pop(),)
            case Command.CHOOSE:
                return self.choose()
            case Command.NEXT:
                self._jump(self.stops(), 1)
            case Command.PREVIOUS:
                self._jump(self.stops(), -1)
            case Command.DESCEND:
                self._jump(known_stairs(self.ui.mirror, "down"), 1)
            case Command.ASCEND:
                self._jump(known_stairs(self.ui.mirror, "up"), 1)
            case Command.RECENTRE:
                self._place(focus_of(self.ui.mirror))
            case _:
                self._move(DIRECTIONS.get(command, (0, 0)) if command else (0, 0))
        return NOTHING

    def click(self, x: int, y: int, right: bool, /) -> Actions:
        """Put the cursor on a cell; a second click chooses the cell. The right button goes back."""
        cell = self._camera.on_floor(x, y) if self._camera else None
        if right:
            return (Pop(),)
        if cell is None:
            return NOTHING
        if cell == self.cell:
            return self.choose()
        self._place(cell)
        return NOTHING

    def _move(self, direction: Cell) -> None:
        self._place((self.cell[0] + direction[0], self.cell[1] + direction[1]))

    def _place(self, cell: Cell) -> None:
        floor = self.ui.mirror.floor
        if floor is not None:
            x, y = cell
            self.cell = (min(floor.width - 1, max(0, x)), min(floor.height - 1, max(0, y)))

    def _jump(self, cells: list[Cell], step: int) -> None:
        """Move the cursor `step` entries along `cells`, from its own entry if it has one."""
        if cells:
            outside = -1 if step > 0 else 0
            here = cells.index(self.cell) if self.cell in cells else outside
            self._place(cells[(here + step) % len(cells)])

    def _draw_description(self, console: Console, area: Area) -> None:
        fill(console, area, palette.PANEL)
        inside = area.inner(1, 0)
        subject, details = describe(self.ui.mirror, self.cell)
        heading = f"{self.heading()}: "
        lines: list[Span] = [
            *((line, palette.BRIGHT) for line in wrapped(heading + subject, inside.width)),
            *self.remarks(),
            *((line, palette.INK) for line in wrapped(details, inside.width)),
        ]
        for row, (line, ink) in enumerate(lines[: inside.height], inside.y):
            put(console, inside.x, row, line, ink, width=inside.width)
        put(console, inside.x, inside.y, heading, palette.GOLD, width=inside.width)

    def hints(self) -> Hints:
        """Return the hints for the bottom line."""
        pairs = (
            (Command.CHOOSE, self.verb),
            (Command.NEXT, "next"),
            (Command.RECENTRE, "yourself"),
            (Command.BACK, "back"),
        )
        return self.ui.hints(Context.CURSOR, *pairs)


def _draw_cursor(console: Console, camera: Camera, cell: Cell) -> None:
    """Draw the cursor's cell in the cursor's colours."""
    spot = camera.on_screen(cell)
    if spot is not None:
        x, y = spot
        console.rgb[y, x : x + 1]["bg"] = palette.CURSOR
        console.rgb[y, x : x + 1]["fg"] = palette.PAPER
