"""Texts about abilities (R17) and callings (R7). Pure."""

from collections.abc import Iterator, Sequence
from typing import Final

from undertide_client.keys import Command, Context, shown
from undertide_client.model.mirror import Mirror
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.drawing import Span, column, wrapped
from undertide_client.screens.widgets.page_screen import Row
from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.time_words import short_span_words, with_spans
from undertide_shared.messages import AbilityInfo, CallingInfo
from undertide_shared.time import UNSTATED_RATE

ABILITY_COMMANDS: Final = (Command.FIRST_ABILITY, Command.SECOND_ABILITY)
"""The commands for a hero's abilities, in the order of the abilities."""
INDENT: Final = "  "


def ticks_until_ready(mirror: Mirror, ability: AbilityInfo) -> int:
    """Return the ticks until the followed hero can perform an ability again; 0 if it is ready."""
    return dict(mirror.hero.resting).get(ability.ability, 0) if mirror.hero else 0


def readiness(ui: Ui) -> list[Span]:
    """Return each ability that the hero performs, with its key, and the time until it is ready.

    Spectators see no keys: theirs mean other things.
    """
    spans: list[Span] = []
    for command, ability in zip(ABILITY_COMMANDS, ui.mirror.abilities, strict=False):
        if ability.passive:
            continue
        key = "" if ui.spectating else shown(ui.keymap.key(Context.PLAY, command))
        words = f"{key} {ability.name}".strip()
        left = ticks_until_ready(ui.mirror, ability)
        ready = (words, palette.INK)
        spans.append(
            (f"{words} {short_span_words(left, ui.mirror)}", palette.FAINT) if left else ready
        )
    return spans


def told_ability(ui: Ui, ability: AbilityInfo) -> str:
    """Return what an ability does and costs, its times as players count them."""
    rate = ui.lobby.customs.ticks_per_second if ui.lobby.customs else UNSTATED_RATE
    text = f"{ability.description} {_price_words(ability)}".strip()
    return with_spans(text, ui.mirror, rate)


def _price_words(ability: AbilityInfo) -> str:
    """Return what an ability costs: "Ready again after 60 ticks; 4 mana."; empty for nothing."""
    rest = f"Ready again after {ability.cooldown} ticks" if ability.cooldown else ""
    mana = f"{ability.mana} mana" if ability.mana else ""
    words = "; ".join(filter(None, (rest, mana)))
    return f"{words}." if words else ""


def ability_rows(ui: Ui, abilities: list[AbilityInfo], width: int) -> Iterator[Row]:
    """Yield lines about abilities, each with the player's key for it, its figures and its price."""
    for command, ability in zip(ABILITY_COMMANDS, abilities, strict=False):
        key = "" if ability.passive else shown(ui.keymap.key(Context.PLAY, command))
        name = f"{key} {ability.name}".strip()
        text = f"{name}: {told_ability(ui, ability)}"
        for number, line in enumerate(wrapped(text, width - len(INDENT))):
            if number:
                yield ((INDENT + line, palette.SOFT),)
            else:
                yield ((line[: len(name)], palette.BRIGHT), (line[len(name) :], palette.SOFT))


NAME_WIDTH: Final = 16
"""Width of the column of names, in cells."""
FIGURE_WIDTH: Final = 8
"""Width of the column of one figure, in cells."""


def figure_heads(callings: Sequence[CallingInfo]) -> str:
    """Return the heads of the columns of `calling_line`; empty if the server tells no figures."""
    figures = callings[0].figures if callings else []
    heads = "".join(f"{name:>{FIGURE_WIDTH}}" for name, _ in figures)
    return f"{column('', NAME_WIDTH)}{heads}" if heads else ""


def calling_line(calling: CallingInfo) -> Row:
    """Return a calling's name and its figures, in columns."""
    figures = "".join(f"{figure:>{FIGURE_WIDTH}}" for _, figure in calling.figures)
    name: Span = (column(calling.name, NAME_WIDTH), palette.INK)
    return (name, (figures, palette.SOFT)) if figures else (name,)


def calling_rows(ui: Ui, calling: CallingInfo, width: int) -> Iterator[Row]:
    """Yield lines about a calling: how it plays, what it begins with, and its abilities."""
    for line in wrapped(calling.plays or calling.description, width):
        yield ((line, palette.BRIGHT),)
    for line in wrapped(_beginning(calling), width):
        yield ((line, palette.GOLD),)
    yield from ability_rows(ui, calling.abilities, width)


def _beginning(calling: CallingInfo) -> str:
    """Return what a calling begins with: "Begins with oak staff; knows slow."; empty if unknown."""
    things = [name if count == 1 else f"{count} {name}" for name, count in calling.start]
    carried = f"begins with {', '.join(things)}" if things else ""
    known = f"knows {', '.join(calling.spells)}" if calling.spells else ""
    words = "; ".join(filter(None, (carried, known)))
    return f"{words[0].upper()}{words[1:]}." if words else ""
