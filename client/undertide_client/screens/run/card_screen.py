"""The card of a hero's end: what killed it, what it saw last, its last lines, and the seed."""

from undertide_client.displays.cells import Console
from undertide_client.keys import Command, Context
from undertide_client.net.address import is_local
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import Copy, Pop
from undertide_client.screens.widgets.drawing import Area, draw_text, put_centred
from undertide_client.screens.widgets.hints import Hints
from undertide_client.screens.widgets.palette import legible, rgb
from undertide_client.screens.widgets.screen import NOTHING, Actions, Screen
from undertide_client.screens.widgets.screen_text import ScreenText
from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.words import card_lines, run_end_of
from undertide_shared.chronicles import CARD_LINES, card_head, sight_cells
from undertide_shared.messages import Chronicle, LastSight

WIDTH = 78
TITLE = "A card to pass on"


class CardScreen(Screen):
    """The card of this player's last hero. It can be copied as text."""

    def __init__(self, ui: Ui, life: Chronicle) -> None:
        super().__init__(ui)
        self._life = life

    def draw(self, console: Console) -> None:
        """Draw the card. Where rows are few, the picture is cut around the hero."""
        life, foot = self._life, self._foot()
        lines = [(line.text, palette.TONES[line.tone]) for line in life.lines[-CARD_LINES:]]
        below = [*lines, *((text, palette.GOLD) for text in foot)]
        room = console.height - 2 - 3 - len(below) - 1
        rows = min(life.sight.height, max(0, room)) if life.sight else 0
        height = 2 + 3 + rows + bool(rows) + len(below)
        inside = self.box(console, (WIDTH, height), TITLE, self._hints())
        fate, run = card_head(life, run_end_of(self.ui.mirror.ended))
        put_centred(console, inside, inside.y, fate, palette.BRIGHT)
        put_centred(console, inside, inside.y + 1, run, palette.SOFT)
        if life.sight is not None and rows:
            x = inside.x + (inside.width - life.sight.width) // 2
            area = Area(x, inside.y + 3, life.sight.width, rows)
            _draw_sight(console, area, life.sight)
        for y, (text, ink) in enumerate(below, inside.bottom - len(below)):
            draw_text(console, inside.x, y, text, ink, width=inside.width)

    def _foot(self) -> list[str]:
        """Return the lines of a card that follow those of the log."""
        ended, link = self.ui.mirror.ended, card_link(self.ui)
        seed = f"Seed: {ended.seed}" if ended is not None and ended.seed else ""
        return [line for line in (seed, link) if line]

    def _hints(self) -> Hints:
        return self.ui.hints(Context.CARD, (Command.COPY, "copy"), (Command.BACK, "back"))

    def as_text(self) -> ScreenText:
        """Return the card."""
        return ScreenText(TITLE, tuple(self._lines()), hints=self._hints())

    def _lines(self) -> list[str]:
        return card_lines(self._life, self.ui.mirror.ended, card_link(self.ui))

    def contexts(self) -> tuple[Context, ...]:
        """Return the context of cards."""
        return (Context.CARD,)

    def press(self, key: str) -> Actions:
        """Copy the card, or close the screen."""
        match self.ui.command(Context.CARD, key):
            case Command.COPY:
                return (Copy("\n".join(self._lines())),)
            case Command.BACK:
                return (Pop(),)
            case _:
                return NOTHING


def card_link(ui: Ui) -> str:
    """Return the link to the chronicles of the run that is over; empty if others can't open it."""
    ended, link = ui.mirror.ended, ui.links()[0]
    is_shown = ended is not None and ended.run and not is_local(link)
    return f"{link}runs/{ended.run}" if ended is not None and is_shown else ""


def _draw_sight(console: Console, area: Area, sight: LastSight) -> None:
    """Draw as many rows of a picture as the area has, the hero's among them."""
    first = min(max(0, sight.y - area.height // 2), max(0, sight.height - area.height))
    for y, numbers in enumerate(sight_cells(sight)[first : first + area.height]):
        for x, number in enumerate(numbers):
            if number:
                glyph, colour = sight.looks[number - 1]
                ink = legible(rgb(colour))
                paper = palette.HUNTER if (x, y + first) == sight.killer else None
                draw_text(console, area.x + x, area.y + y, glyph, ink, paper=paper, width=1)
