"""The screen at the end of the run."""

from tcod.console import Console

from undertide_client.keys import Command, Context
from undertide_client.screens.run.run_map_screen import RunMapScreen
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import NOTHING, Actions, Pop, Push, ToLobby
from undertide_client.screens.widgets.drawing import (
    Area,
    put,
    put_centred,
    put_right,
    rule,
    wrapped,
)
from undertide_client.screens.widgets.hints import Hints
from undertide_client.screens.widgets.palette import legible, rgb
from undertide_client.screens.widgets.screen import Screen
from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.grammar import counted
from undertide_client.screens.words.words import name_of_seat
from undertide_shared.messages import Ended, HeroEnd
from undertide_shared.time import seconds_of

WIDTH = 76
TOP_ROWS = 6
"""Rows above the heroes: the verdict, the subtitle, the table's head, and gaps."""


class EndScreen(Screen):
    """A table of the heroes and their fates, the run's variations, its length and its amulets."""

    def __init__(self, ui: Ui, ended: Ended) -> None:
        super().__init__(ui)
        self._ended = ended

    def draw(self, console: Console) -> None:
        """Draw the summary. Heroes that don't fit are counted."""
        ended = self._ended
        foot = [row for line in self._findings() for row in wrapped(line, WIDTH - 4)]
        height = min(len(ended.heroes) + TOP_ROWS + len(foot) + 3, console.height - 2)
        inside = self.box(console, (WIDTH, height), "The run is over", self._hints())
        verdict = "Victory" if ended.won else "Defeat"
        ink = palette.GOOD if ended.won else palette.BAD
        put_centred(console, inside, inside.y, f"{verdict}: {ended.title}", ink)
        put_centred(console, inside, inside.y + 1, ended.subtitle, palette.GOLD)
        _draw_header(console, inside, inside.y + 3)
        room = inside.height - TOP_ROWS - len(foot)
        table = Area(inside.x, inside.y + TOP_ROWS - 1, inside.width, room)
        _draw_heroes(console, table, ended.heroes)
        for row, line in enumerate(foot, inside.bottom - len(foot)):
            put(console, inside.x, row, line, palette.SOFT)

    def _findings(self) -> list[str]:
        """Return the run's length, its entered floors and its held amulets, as lines."""
        ended = self._ended
        below = ended.elapsed // 1000 or seconds_of(ended.ticks, self.ui.mirror.ticks_per_second)
        minutes = max(0, below) // 60
        lines = [f"{counted(minutes, 'minute')} below, {counted(ended.floors, 'floor')} entered"]
        held = [
            f"{one.name} ({name_of_seat(self.ui.mirror, one.bearer)})"
            for one in ended.amulets
            if one.bearer is not None
        ]
        if ended.amulets:
            line = f"{len(held)} of {len(ended.amulets)} amulets: {', '.join(held)}"
            lines.append(line.removesuffix(": "))
        return lines

    def _hints(self) -> Hints:
        pairs = ((Command.CHOOSE, "to the lobby"), (Command.BACK, "look"))
        run = self.ui.hints(Context.WATCH, (Command.RUN_MAP, "the run"))
        return (*self.ui.hints(Context.LIST, *pairs), *run)

    def press(self, key: str) -> Actions:
        """Go to the lobby, go back to the map, or open the map of the run."""
        if self.ui.command(Context.WATCH, key) is Command.RUN_MAP:
            return (Push(RunMapScreen(self.ui)),)
        match self.ui.command(Context.LIST, key):
            case Command.CHOOSE:
                return (ToLobby(),)
            case Command.BACK:
                return (Pop(),)
            case _:
                return NOTHING


def _draw_header(console: Console, area: Area, y: int) -> None:
    _columns(console, area, y, ("Hero", "level", "floor", "kills", "Fate"))
    rule(console, area.x, y + 1, area.width)


def _draw_heroes(console: Console, area: Area, heroes: list[HeroEnd]) -> None:
    fitting = heroes if len(heroes) <= area.height else heroes[: area.height - 1]
    for row, one in enumerate(fitting, area.y):
        figures = (str(one.level), str(one.deepest_floor), str(one.kills))
        _columns(console, area, row, (one.name, *figures, one.fate))
        put(console, area.x, row, one.name, legible(rgb(one.colour)), width=17)
    if len(fitting) < len(heroes):
        more = f"and {len(heroes) - len(fitting)} more"
        put(console, area.x, area.bottom - 1, more, palette.SOFT)


def _columns(console: Console, area: Area, y: int, texts: tuple[str, str, str, str, str]) -> None:
    """Write a row of the table: a hero's name, level, floor, kills and fate."""
    name, level, floor, kills, fate = texts
    put(console, area.x, y, name, palette.SOFT, width=17)
    for text, right in ((level, 24), (floor, 31), (kills, 38)):
        put_right(console, area.x + right, y, text, palette.INK, 6)
    put(console, area.x + 40, y, fate, palette.INK, width=area.width - 40)
