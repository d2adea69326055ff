"""The spells that the hero knows (R8)."""

from collections.abc import Sequence

from undertide_client.screens.map.blast_area import Aim, strikes_friends
from undertide_client.screens.map.nova_screen import NovaScreen
from undertide_client.screens.map.target_screen import TargetScreen
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import Home, Send, ShowNote
from undertide_client.screens.widgets.drawing import column, wrapped
from undertide_client.screens.widgets.list_screen import ListScreen
from undertide_client.screens.widgets.page_screen import Row
from undertide_client.screens.widgets.palette import legible, rgb
from undertide_client.screens.widgets.screen import Actions, Push
from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.effect_words import effects_words
from undertide_shared.messages import Cast, SpellInfo

NAME_WIDTH = 26
"""Width of a spell's name, in cells."""


class SpellsScreen(ListScreen):
    """The hero's spells: one letter each, with cost and description."""

    verb = "cast"
    widest = 64
    details = 5
    lettered = True

    def nothing(self) -> str:
        """Return the text of a list without spells."""
        return "You know no spell. Books teach them, and they lie in dead ends."

    def heading(self) -> str:
        """Return the title, with the hero's mana."""
        hero = self.ui.mirror.hero
        return f"Spells (mana {hero.mana} of {hero.max_mana})" if hero else "Spells"

    def lines(self) -> Sequence[Row]:
        """Return one line per spell. A line says if the hero lacks the mana for it."""
        return [self._row(spell) for spell in self.ui.mirror.spells]

    def _row(self, spell: SpellInfo) -> Row:
        dear = spell.mana > self._mana
        ink = palette.FAINT if dear else palette.INK
        cost = f"{spell.mana:>3} mana" + (", too dear now" if dear else "")
        glyph = (f"{spell.glyph} ", legible(rgb(spell.colour)))
        return (glyph, (column(spell.name, NAME_WIDTH), ink), (cost, palette.SOFT))

    @property
    def _mana(self) -> int:
        return self.ui.mirror.hero.mana if self.ui.mirror.hero else 0

    def detail(self, index: int, width: int, /) -> Sequence[Row]:
        """Return what a spell does, in figures, and its description."""
        spell = self.ui.mirror.spells[index]
        does = effects_words(self.ui.mirror, spell.effects) or _reach(spell)
        figures: list[Row] = [((text, palette.INK),) for text in wrapped(does, width)]
        about: list[Row] = [((text, palette.SOFT),) for text in wrapped(spell.description, width)]
        return [*figures, *about][: self.details]

    def choose(self, index: int) -> Actions:
        """Cast a spell at once or at a cell. If the hero lacks the mana, say so instead."""
        spell = self.ui.mirror.spells[index]
        if spell.mana > self._mana:
            return (ShowNote(f"You have too little mana for {spell.name}."),)
        return cast(self.ui, spell)


def _reach(spell: SpellInfo) -> str:
    """Return a spell's range and radius as text; empty if it has neither."""
    measures = (("range", spell.range), ("radius", spell.radius))
    words = ", ".join(f"{name} {cells}" for name, cells in measures if cells)
    return f"In cells: {words}." if words else ""


def cast(ui: Ui, spell: SpellInfo) -> Actions:
    """Return the actions that cast a spell.

    A spell with a target opens the choice of a cell. A spell around the hero that would strike a
    friend asks first.
    """
    key = spell.spell
    if spell.target == "cell":
        aim = Aim(spell.name, spell.radius, lambda cell: Cast(key, *cell), spell.range, spell.helps)
        return (Home(), Push(TargetScreen(ui, aim)))
    if spell.harms and spell.radius and strikes_friends(ui.mirror, spell.radius):
        wave = Aim(spell.name, spell.radius, lambda _cell: Cast(key))
        return (Home(), Push(NovaScreen(ui, wave)))
    return (Home(), Send(Cast(key)))
