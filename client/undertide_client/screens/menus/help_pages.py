"""The pages of the help: rows of text and keys. Pure."""

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Final

import numpy as np

from undertide_client.keys import Binding, Command, Context, shown
from undertide_client.model.mirror import Mirror
from undertide_client.model.moments import CROWN
from undertide_client.net.address import LOBBY, Place
from undertide_client.screens.map.map_view import glyph_of, kind_of
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.drawing import column, wrapped
from undertide_client.screens.widgets.page_screen import Row
from undertide_client.screens.widgets.palette import Colour, legible, rgb
from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.ability_words import ability_rows
from undertide_client.screens.words.figure_words import figure_notes
from undertide_client.screens.words.words import comer_words, mark_words, pace_words, tide_words

KEYS_WIDTH: Final = 31
"""Width of the column of keys, in cells."""
TIDE: Final = (
    (
        "The longer heroes stay on a floor, the higher its tide rises. Each floor has its own "
        "tide: it stands still while no hero is awake there."
    ),
    (
        "After some time of grace, monsters arrive one after the other. They come from out of "
        "sight and hunt you. The higher the tide, the stronger and the more frequent they are. "
        "From half of it on they come in packs; at high tide these are hasted or heal, and you "
        "get hungry twice as fast."
    ),
    (
        "They pay less experience as the tide rises, so waiting for them is no way to grow. "
        "Take the stairs: the next floor begins without a tide."
    ),
    "The panel shows how high the tide stands, its last mark, and when its next monsters are due.",
)
TIME: Final = (
    "Time depends on who is on your floor, and on the pace that the session was made with.",
    (
        "Turn by turn: nothing moves until you act. So it is while you are alone on a floor, "
        "except in a session that is always in real time."
    ),
    (
        "Real time: time runs whether you act or not. So it is in company, except in a session "
        "with party turns. While somebody is badly hurt, it may run at half speed."
    ),
    "Party turns: time moves when all heroes of the floor have acted, or when the wait is over.",
    "Times are told in ticks. A usual step takes 2 ticks, and a blow 4.",
    "The panel shows how time passes, and warns you before turns end.",
)


def key_rows(ui: Ui, contexts: Iterable[Context]) -> Iterator[Row]:
    """Yield the keys of contexts, each under its name."""
    for number, context in enumerate(contexts):
        if number:
            yield ()
        yield from _section(ui, context)


def sharing(ui: Ui, width: int) -> Iterator[Row]:
    """Yield how others join or watch, if they can."""
    door = ui.mirror.session
    if ui.invite is not None and ui.invite.session == door:
        door = ui.invite.code
    elif door and ui.mirror.terms.access == "invited":
        people = shown(ui.keymap.key(Context.PLAY, Command.PEOPLE))
        invite = shown(ui.keymap.key(Context.PEOPLE, Command.INVITE))
        yield ((f"Others need an invite: {people}, then {invite}.", palette.SOFT),)
        return
    yield (("Others watch in a browser, or join with", palette.SOFT),)
    first, *others = ui.links(Place("play", door) if door else LOBBY)
    for words in (first, f"undertide join {first}", *others):
        for line in wrapped(words, width - 2):
            yield ((f"  {line}", palette.BRIGHT),)


def changing(ui: Ui, width: int) -> Iterator[Row]:
    """Yield where the player can change keys, if there is such a file."""
    if ui.keys_file:
        yield (
            ("Keys are changed in a file; `undertide keys` prints what to write:", palette.SOFT),
        )
        for line in wrapped(ui.keys_file, width - 2):
            yield ((f"  {line}", palette.BRIGHT),)
        yield ()


def legend(mirror: Mirror, width: int) -> Iterator[Row]:
    """Yield what each glyph in sight stands for: creatures and things first, then the ground."""
    entries = dict.fromkeys([*_things_in_sight(mirror), *_ground_in_sight(mirror)])
    for glyph, colour, name, about in entries:
        first, *others = wrapped(f"{name}: {about}" if about else name, width - 3) or ("",)
        head: Row = ((f"{glyph}  ", legible(rgb(colour))), (first[: len(name)], palette.BRIGHT))
        yield (*head, (first[len(name) :], palette.SOFT))
        for line in others:
            yield ((f"   {line}", palette.SOFT),)


def panel(mirror: Mirror, width: int) -> Iterator[Row]:
    """Yield what each figure that the panel shows now means."""
    for note in figure_notes(mirror):
        yield ((note.figure, palette.BRIGHT),)
        for line in wrapped(note.meaning, width - 2):
            yield ((f"  {line}", palette.SOFT),)


def goal(ui: Ui, width: int) -> Iterator[Row]:
    """Yield what the players of the present game try to do, and how far they are."""
    mirror = ui.mirror
    customs = ui.lobby.customs
    info = ui.lobby.preset_infos.get(mirror.preset or (customs.preset if customs else ""))
    if info is not None:
        yield ((info.title, palette.GOLD),)
        yield from _paragraph(info.description, width, palette.SOFT)
        yield ()
        for line in info.goal:
            yield from _paragraph(line, width, palette.INK)
    held = [one for one in mirror.amulets if one.bearer is not None]
    if mirror.amulets:
        yield ()
        words = f"The party holds {len(held)} of {len(mirror.amulets)} amulets."
        yield ((words, palette.INK),)


def run(mirror: Mirror, width: int) -> Iterator[Row]:
    """Yield how the present run differs from others (R14)."""
    for one in mirror.variations:
        yield ((one.name, palette.GOLD),)
        yield from _paragraph(one.description, width, palette.INK)
        yield ()


def tide(mirror: Mirror, width: int) -> Iterator[Row]:
    """Yield what the tide is, and how it stands on the floor that the view shows."""
    yield from _paragraphs(TIDE, width)
    if mirror.floor is not None:
        state = (tide_words(mirror.tide), mark_words(mirror.tide), comer_words(mirror))
        yield ((f"Now, here: {', '.join(filter(None, state))}.", palette.WATER),)


def time(mirror: Mirror, width: int) -> Iterator[Row]:
    """Yield how time passes, and which way it does on the floor that the view shows."""
    yield from _paragraphs(TIME, width)
    if mirror.floor is not None:
        yield ((f"Now, here: {pace_words(mirror)}.", palette.WATER),)


def callings(ui: Ui, width: int) -> Iterator[Row]:
    """Yield the abilities of all callings: those of companions matter too (R17)."""
    for number, calling in enumerate(ui.lobby.callings_of(ui.mirror.preset)):
        if number:
            yield ()
        yield ((calling.name, palette.GOLD),)
        yield from _paragraph(calling.description, width, palette.INK)
        yield from _paragraph(calling.plays, width, palette.BRIGHT)
        yield from ability_rows(ui, calling.abilities, width)


def _paragraphs(texts: Iterable[str], width: int) -> Iterator[Row]:
    """Yield texts, each with a gap below it."""
    for text in texts:
        yield from _paragraph(text, width, palette.INK)
        yield ()


def _paragraph(text: str, width: int, ink: Colour) -> Iterator[Row]:
    for line in wrapped(text, width):
        yield ((line, ink),)


def _things_in_sight(mirror: Mirror) -> Iterator[tuple[str, int, str, str]]:
    """Yield the glyph, colour, name and description of each creature and thing in sight."""
    for one in mirror.sightings.values():
        kind = kind_of(mirror, one)
        if mirror.sight[one.y, one.x]:
            crown = f"{CROWN} " if kind.boss else ""
            yield glyph_of(kind), kind.colour, f"{crown}{kind.name}", kind.description


def _ground_in_sight(mirror: Mirror) -> Iterator[tuple[str, int, str, str]]:
    """Yield the glyph, colour, name and description of each kind of ground in sight."""
    for code in np.unique(mirror.tiles[mirror.sight]).tolist():
        look = mirror.looks.get(code)
        if look is not None and code:
            yield look.glyph, look.colour, look.name, look.description


def _section(ui: Ui, context: Context) -> Iterator[Row]:
    yield ((context.value.capitalize(), palette.GOLD),)
    for text, bindings in _by_help(ui, context).items():
        for index, keys in enumerate(_lines_of_keys(bindings)):
            words = text if index == 0 else ""
            yield ((column(f"  {keys}", KEYS_WIDTH + 2), palette.BRIGHT), (words, palette.INK))


def _by_help(ui: Ui, context: Context) -> dict[str, list[Binding]]:
    """Return a context's bindings by their help text: the eight directions share one."""
    groups: dict[str, list[Binding]] = {}
    for binding in ui.keymap.bindings:
        if binding.context is context:
            groups.setdefault(binding.help, []).append(binding)
    return groups


def _lines_of_keys(bindings: list[Binding]) -> list[str]:
    """Return lines of keys: one command has a single list, a group one line per kind of key."""
    if len(bindings) == 1:
        keys = "  ".join(shown(key) for key in bindings[0].keys)
        return list(wrapped(keys, KEYS_WIDTH - 1))
    kinds = zip_longest(*(binding.keys for binding in bindings), fillvalue="")
    lines = (" ".join(shown(key) for key in kind if key) for kind in kinds)
    return ["num " + line.replace("num ", "") if "num " in line else line for line in lines]
