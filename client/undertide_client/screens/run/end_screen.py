"""The screen at the end of the run."""

from undertide_client.displays.cells import Console
from undertide_client.keys import Command, Context
from undertide_client.screens.run.card_screen import CardScreen
from undertide_client.screens.run.run_map_screen import RunMapScreen
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import (
    PlayAgain,
    PlayTutorial,
    Pop,
    ReplayRun,
    ToLobby,
)
from undertide_client.screens.widgets.drawing import (
    Area,
    draw_text,
    put_centred,
    put_right,
    rule,
    wrapped,
)
from undertide_client.screens.widgets.hints import Hints
from undertide_client.screens.widgets.palette import legible, rgb
from undertide_client.screens.widgets.screen import NOTHING, Actions, Push, Screen
from undertide_client.screens.widgets.screen_text import ScreenText
from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.grammar import counted
from undertide_client.screens.words.words import hindsight_words, name_of_seat
from undertide_shared.messages import Ended, HeroEnd
from undertide_shared.time import seconds_of

WIDTH = 78
TITLE = "The run is over"
TUTORIAL_OFFER = (
    "The tutorial teaches to play, a lesson on each of eight small floors, in some ten minutes."
)
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
        hints = () if self.ui.held else self._hints()
        inside = self.box(console, (WIDTH, height), TITLE, hints)
        verdict = "Victory" if ended.won else "Defeat"
        ink = palette.GOOD if ended.won else palette.BAD
        put_centred(console, inside, inside.y, f"{verdict}: {ended.title}", ink)
        put_centred(console, inside, inside.y + 1, ended.subtitle, palette.GOLD)
        _draw_header(console, inside, inside.y + 3)
        room = inside.height - TOP_ROWS - len(foot)
        table = Area(inside.x, inside.y + TOP_ROWS - 1, inside.width, room)
        _draw_heroes(console, table, ended.heroes)
        for row, line in enumerate(foot, inside.bottom - len(foot)):
            draw_text(console, inside.x, row, line, palette.SOFT)

    def as_text(self) -> ScreenText:
        """Return the verdict, each hero's fate, and the facts about the run."""
        ended = self._ended
        verdict = f"{'Victory' if ended.won else 'Defeat'}: {ended.title}"
        return ScreenText(
            TITLE,
            (verdict, ended.subtitle, *map(_told_hero, ended.heroes), *self._findings()),
            hints=self._hints(),
        )

    def contexts(self) -> tuple[Context, ...]:
        """Return the contexts of spectators, and of pages."""
        return (Context.WATCH, Context.LIST)

    def _findings(self) -> list[str]:
        """Return the run's length, its floors and amulets, and who plays again, as lines."""
        ended = self._ended
        below = ended.elapsed // 1000 or seconds_of(ended.ticks, self.ui.mirror.ticks_per_second)
        lines = [f"{_length(max(0, below))} below, {counted(ended.floors, 'floor')} entered"]
        helped = hindsight_words(self.ui.life)
        if helped:
            lines.append(helped)
        if self.ui.offers_tutorial:
            lines.append(TUTORIAL_OFFER)
        held = [
            f"{one.name} ({name_of_seat(self.ui.mirror, one.bearer)})"
            for one in ended.amulets
            if one.bearer is not None
        ]
        if ended.amulets:
            line = f"{len(held)} of {len(ended.amulets)} amulets at the end: {', '.join(held)}"
            lines.append(line.removesuffix(": "))
        if ended.seed:
            lines.append(f"Seed: {ended.seed}")
        if self.ui.chronicle:
            lines.append(f"Your chronicle: {self.ui.chronicle}")
        new = self.ui.mirror.new_run
        if new is not None and new.by:
            lines.append(f"{new.by} plays again, and you can join.")
        return lines

    def _hints(self) -> Hints:
        again = ((Command.CHOOSE, "play again"),) if self.ui.may_play_again else ()
        watch = ((Command.REPLAY, "replay"),) if self._ended.run else ()
        learn = ((Command.TUTORIAL, "tutorial"),) if self.ui.offers_tutorial else ()
        card = ((Command.CARD, "card"),) if self.ui.life is not None else ()
        moves = (*learn, *card, (Command.LOBBY, "lobby"), *watch, (Command.RUN_MAP, "run"))
        return (
            *self.ui.hints(Context.LIST, *again),
            *self.ui.hints(Context.WATCH, *moves),
            *self.ui.hints(Context.LIST, (Command.BACK, "look")),
        )

    def press(self, key: str) -> Actions:
        """Play again, go to the lobby, watch the run again, or look at it or at the map."""
        match self.ui.command(Context.WATCH, key):
            case Command.RUN_MAP | Command.CARD as command:
                return self._show(command)
            case Command.LOBBY:
                return (ToLobby(),)
            case Command.REPLAY if self._ended.run:
                return (ReplayRun(self._ended.run, self.ui.mirror.seat),)
            case Command.ANEW if self.ui.may_play_again:
                return (PlayAgain(),)
            case Command.TUTORIAL if self.ui.offers_tutorial:
                return (PlayTutorial(),)
            case _:
                return self._choose(key)

    def _show(self, command: Command) -> Actions:
        """Show the map of the run, or the card of the player's last hero if there was one."""
        if command is Command.RUN_MAP:
            return (Push(RunMapScreen(self.ui)),)
        life = self.ui.life
        return NOTHING if life is None else (Push(CardScreen(self.ui, life)),)

    def _choose(self, key: str) -> Actions:
        match self.ui.command(Context.LIST, key):
            case Command.CHOOSE:
                return (PlayAgain(),) if self.ui.may_play_again else (ToLobby(),)
            case Command.BACK:
                return (Pop(),)
            case _:
                return NOTHING


def _told_hero(one: HeroEnd) -> str:
    kills = counted(one.kills, "kill")
    return f"{one.name}: level {one.level}, floor {one.deepest_floor}, {kills}, {one.fate}"


def _draw_header(console: Console, area: Area, y: int) -> None:
    _columns(console, area, y, ("Hero", "level", "floor", "kills", "Fate"))
    rule(console, area.x, y + 1, area.width)


def _draw_heroes(console: Console, area: Area, heroes: list[HeroEnd]) -> None:
    fitting = heroes if len(heroes) <= area.height else heroes[: area.height - 1]
    for row, one in enumerate(fitting, area.y):
        figures = (str(one.level), str(one.deepest_floor), str(one.kills))
        _columns(console, area, row, (one.name, *figures, one.fate))
        draw_text(console, area.x, row, one.name, legible(rgb(one.colour)), width=17)
    if len(fitting) < len(heroes):
        more = f"and {len(heroes) - len(fitting)} more"
        draw_text(console, area.x, area.bottom - 1, more, palette.SOFT)


def _columns(console: Console, area: Area, y: int, texts: tuple[str, str, str, str, str]) -> None:
    """Write a row of the table: a hero's name, level, floor, kills and fate."""
    name, level, floor, kills, fate = texts
    draw_text(console, area.x, y, name, palette.SOFT, width=17)
    for text, right in ((level, 24), (floor, 31), (kills, 38)):
        put_right(console, area.x + right, y, text, palette.INK, 6)
    draw_text(console, area.x + 40, y, fate, palette.INK, width=area.width - 40)


def _length(seconds: int) -> str:
    """Return how long a run took: "40 seconds", "23 minutes"."""
    return counted(seconds, "second") if seconds < 60 else counted(seconds // 60, "minute")
