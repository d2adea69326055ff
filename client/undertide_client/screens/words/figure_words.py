"""What the figures of the side panel mean, for those who look at one. Pure."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from undertide_client.model.mirror import Mirror
from undertide_client.screens.words.effect_words import status_words
from undertide_client.screens.words.grammar import counted, sentence_of
from undertide_client.screens.words.time_words import span_words
from undertide_client.screens.words.words import (
    bearer_words,
    change_words,
    comer_words,
    effect_words,
    hunger_words,
    mark_words,
    pace_words,
    tide_words,
)
from undertide_shared.messages import Amulet, HeroStatus, PaceMode

PACES: Final[dict[PaceMode, str]] = {
    "solo": "Nothing moves until you act.",
    "party": "Time moves when all heroes here have acted, or when the wait is over.",
    "real": "Time runs whether you act or not.",
    "idle": "No hero is awake here, so nothing moves.",
}
"""What each pace means."""
MEANINGS: Final = {
    "life": "Your hero falls at 0. Life comes back slowly while nothing hurts it.",
    "mana": "It pays for spells, and comes back slowly by itself.",
    "gold": "It buys what shopkeepers offer.",
    "tide": "How far the tide of this floor has risen. The higher it stands, the stronger are the "
    "monsters that it brings. The next floor begins without one.",
    "mark": "Each ~ is a mark that the tide of this floor has passed.",
    "party": "The bar is a hero's life. L3 is its level, 12↗ how many steps away it is and which "
    "way, and ↓2 its floor.",
    "sight": "The bar is a monster's life. The more ! it has, the greater is the danger of "
    "fighting it alone; without one there is little.",
}
"""What figures mean whose meaning never changes, by their keys."""


class FigureNote(NamedTuple):
    """A figure of the panel as it stands there, and its meaning in sentences."""

    key: str
    figure: str
    meaning: str


def figure_notes(mirror: Mirror) -> list[FigureNote]:
    """Return the figures that the panel shows now, in its order."""
    notes = [*_notes_on_hero(mirror, mirror.hero)] if mirror.hero else []
    notes += [FigureNote("amulet", one.name, _amulet(mirror, one)) for one in mirror.amulets]
    if mirror.floor is not None:
        notes += _notes_on_floor(mirror)
    notes += [_plain("party", "Party"), _plain("sight", "In sight")]
    return notes


def _plain(key: str, figure: str) -> FigureNote:
    return FigureNote(key, figure, MEANINGS[key])


def _notes_on_hero(mirror: Mirror, hero: HeroStatus) -> Iterator[FigureNote]:
    yield _plain("life", f"Life {hero.life}/{hero.max_life}")
    yield FigureNote("experience", _experience(hero), _experience_means(hero))
    if hero.max_mana > 0:
        yield _plain("mana", f"Mana {hero.mana}/{hero.max_mana}")
    if hunger_words(hero):
        left = f"{hero.food} % of a full stomach is left: eat before it is empty."
        yield FigureNote("hunger", hunger_words(hero), left)
    figures = {each.name: each for each in hero.status_figures}
    for name, ticks in hero.effects:
        does = status_words(mirror, figures[name]) if name in figures else ""
        lasts = f"It lasts {span_words(ticks, mirror)}."
        meaning = " ".join(filter(None, (sentence_of(does), lasts)))
        yield FigureNote("status", effect_words(name, ticks, mirror), meaning)
    if hero.gold:
        yield _plain("gold", f"Gold {hero.gold}")


def _experience(hero: HeroStatus) -> str:
    next_level = f"/{hero.next_level}" if hero.next_level > 0 else ""
    return f"Exp {hero.experience}{next_level}"


def _experience_means(hero: HeroStatus) -> str:
    if hero.next_level <= 0:
        return f"Experience. Level {hero.level} is the highest."
    more = max(0, hero.next_level - hero.experience)
    return f"Experience: {more} more bring level {hero.level + 1}. Felled monsters pay it."


def _amulet(mirror: Mirror, amulet: Amulet) -> str:
    return f"An amulet, {bearer_words(mirror, amulet)}."


def _notes_on_floor(mirror: Mirror) -> Iterator[FigureNote]:
    tide = mirror.tide
    yield _plain("tide", f"Tide {tide_words(tide)}")
    if mark_words(tide):
        yield _plain("mark", mark_words(tide))
    if comer_words(mirror):
        due = f"The tide brings its next monsters in {span_words(tide.next_in, mirror)}."
        pays = f"Felling them should pay about {counted(tide.worth, 'point')} of experience."
        yield FigureNote("comer", comer_words(mirror), f"{due} {pays}")
    pace = mirror.pace
    yield FigureNote("pace", pace_words(mirror), PACES[pace.mode])
    if pace.next is not None and change_words(pace):
        yield FigureNote("change", change_words(pace), f"Then: {PACES[pace.next]}")
