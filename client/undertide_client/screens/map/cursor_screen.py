"""Screens with a cursor on the map, which describe its cell: the base, to look, and to travel."""

from undertide_client.displays.cells import Console
from undertide_client.keys import DIRECTIONS, Command, Context
from undertide_client.model.mirror import Mirror
from undertide_client.model.moments import CROWN
from undertide_client.screens.map.companions import intent_to_companion
from undertide_client.screens.map.map_view import ORDER, Camera, kind_of
from undertide_client.screens.map.play_view import camera_at, draw_play, layout_on
from undertide_client.screens.map.routes import focus_of, foes_in_sight, known_stairs, sights
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import Pop, Send, ShowNote
from undertide_client.screens.widgets.drawing import Area, Span, draw_text, fill, wrapped
from undertide_client.screens.widgets.hints import Hints
from undertide_client.screens.widgets.screen import NOTHING, Actions, Screen
from undertide_client.screens.widgets.screen_text import ScreenText, plain_text
from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.bearings import place_words
from undertide_client.screens.words.effect_words import effects_words, statuses_words
from undertide_client.screens.words.mark_words import mark_words
from undertide_client.screens.words.threat_words import danger_words, threat_words
from undertide_client.screens.words.words import branch_words, heroes_words, state_words
from undertide_shared.geometry import Cell
from undertide_shared.messages import Sighting, TileLook, Travel


def describe(mirror: Mirror, cell: Cell) -> tuple[str, str]:
    """Return a short name for a cell and everything on it, and a description of them."""
    look = mirror.look_at(cell)
    things = sorted(mirror.at(cell), key=lambda one: -ORDER[kind_of(mirror, one).role])
    names = [_name(mirror, one) for one in things]
    if look is not None:
        names.append(_tile_name(mirror, cell, look))
    mark = mirror.marks.get(cell)
    if mark is not None:
        names.append(mark_words(mirror, mark))
    if not names:
        return "the unknown", "Nobody of the party has seen this place."
    x, y = cell
    remembered = "" if mirror.sight[y, x] or look is None else " (remembered)"
    details = [threat_words(mirror, one) for one in things]
    details += [statuses_words(mirror, one.statuses) for one in things]
    for kind in (kind_of(mirror, one) for one in things):
        details += [effects_words(mirror, kind.effects), kind.description]
    if look is not None:
        details += [effects_words(mirror, look.effects), look.description]
    details.append(_who_is_there(mirror, cell))
    return ", ".join(names) + remembered, " ".join(text for text in details if text)


def _tile_name(mirror: Mirror, cell: Cell, look: TileLook) -> str:
    """Return the name of a tile; for stairs, with the floor that they lead to."""
    branch = mirror.tree.get(mirror.stairs.get(cell, 0))
    return f"{look.name}: {branch_words(mirror, branch)}" if branch else look.name


def _who_is_there(mirror: Mirror, cell: Cell) -> str:
    """Return which heroes are on the floor that the stairs at a cell lead to."""
    heroes = heroes_words(mirror, mirror.stairs[cell]) if cell in mirror.stairs else ""
    return f"There: {heroes}." if heroes else ""


def _name(mirror: Mirror, one: Sighting) -> str:
    kind = kind_of(mirror, one)
    if mirror.hero is not None and one.id == mirror.hero.id:
        return f"{kind.name}, seen from inside"
    if kind.role == "item":
        return f"{kind.name}, left for you" if one.meant else kind.name
    mark = f"{CROWN} " if kind.boss else ""
    away = "" if mirror.sight[one.y, one.x] else "out of sight"
    states = (danger_words(mirror, one), state_words(one), away)
    return f"{mark}{kind.name} ({', '.join(filter(None, states))})"


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

    def as_text(self) -> ScreenText:
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
            draw_text(console, inside.x, row, line, ink, width=inside.width)
        draw_text(console, inside.x, inside.y, heading, palette.GOLD, width=inside.width)

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


class LookScreen(CursorScreen):
    """A cursor that describes the cell under it. A choice ends the look.

    The cursor starts at the nearest foe, else at the nearest item or hero on the map, and at the
    player's own hero if there is nothing else. `start` overrides that.
    """

    title = "Look"
    verb = "done"

    def __init__(self, ui: Ui, start: Cell | None = None) -> None:
        super().__init__(ui, start or next(iter(_of_interest(ui)), None))

    def stops(self) -> list[Cell]:
        """Return the cells of foes, then of everything else on the map, each nearest first."""
        return _of_interest(self.ui)

    def choose(self) -> Actions:
        """Close the screen."""
        return (Pop(),)


def _of_interest(ui: Ui) -> list[Cell]:
    return list(dict.fromkeys([*foes_in_sight(ui.mirror), *sights(ui.mirror)]))


class TravelScreen(CursorScreen):
    """A cursor that sends the hero to the chosen cell."""

    title = "Travel"

    def stops(self) -> list[Cell]:
        """Return all known stairs, then everything else on the map."""
        mirror = self.ui.mirror
        stairs = [*known_stairs(mirror, "down"), *known_stairs(mirror, "up")]
        return list(dict.fromkeys([*stairs, *sights(mirror)]))

    def choose(self) -> Actions:
        """Travel to the cell, if it is known and walkable, or to the companion there."""
        companion = intent_to_companion(self.ui.mirror, self.cell)
        if companion is not None:
            return (Pop(), Send(companion))
        look = self.ui.mirror.look_at(self.cell)
        if look is None:
            return (Pop(), ShowNote("You know no way to a place that nobody has seen."))
        if not look.walkable:
            return (Pop(), ShowNote(f"You can't walk into a {look.name}."))
        return (Pop(), Send(Travel(*self.cell)))
