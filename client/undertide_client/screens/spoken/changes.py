"""What changed since a player last heard it, in sentences. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from undertide_client.model.mirror import Mirror
from undertide_client.screens.map.map_view import kind_of
from undertide_client.screens.map.routes import is_foe
from undertide_client.screens.spoken.surroundings import (
    CREATURE,
    ENEMY,
    HERO,
    ITEM,
    MARK,
    is_door,
    sentence,
    sentences,
    sighting_words,
    tile_words,
)
from undertide_client.screens.words.bearings import place_words
from undertide_client.screens.words.grammar import sentence_of
from undertide_client.screens.words.mark_words import mark_words
from undertide_client.screens.words.words import fall_words, hunger_words, pace_words
from undertide_shared.geometry import Cell
from undertide_shared.messages import HeroStatus, MarkInfo, Sighting

SORTS: Final = (ENEMY, CREATURE, HERO, ITEM)
"""The sorts of things that come into view, the most urgent first."""
NO_HERO: Final = "You see what the whole party sees."
MEMORY: Final = 10
"""Changes for which a monster that went out of sight counts as seen."""
GAIN: Final = 10
"""Percent of full life by which it must rise before a sentence tells so: rest heals in drops."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What a player has been told: the facts whose changes are worth a sentence."""

    session: str = ""
    branch: int = 0
    """The branch of the floor; 0 before the first."""
    seen: frozenset[int] = frozenset()
    """The ids of the monsters in sight, of all remembered items, and of heroes that were told."""
    lately: Mapping[int, int] = field(default_factory=dict)
    """The ids of monsters that went out of sight, each with the changes for which they count as
    seen."""
    marks: Mapping[Cell, MarkInfo] = field(default_factory=dict)
    seat: int | None = None
    """The seat of the followed hero."""
    life: int = 0
    max_life: int = 0
    mana: int = 0
    hunger: str = ""
    pace: str = ""
    fall: bool = False
    statuses: frozenset[str] = frozenset()
    ground: str = ""
    """The name of the ground under the hero, where it last stood still; empty for usual ground."""


def heard(mirror: Mirror) -> Heard:
    """Return what a player knows who has been told everything."""
    hero = mirror.hero
    return Heard(
        session=mirror.session,
        branch=mirror.floor.branch if mirror.floor else 0,
        seen=frozenset(one.id for one in mirror.sightings.values() if _is_known(mirror, one)),
        marks=dict(mirror.marks),
        seat=mirror.following,
        life=hero.life if hero else 0,
        max_life=hero.max_life if hero else 0,
        mana=hero.mana if hero else 0,
        hunger=hero.hunger if hero else "",
        pace=mirror.pace.mode,
        fall=hero is not None and hero.dies_in > 0,
        statuses=frozenset(name for name, _ in hero.effects) if hero else frozenset(),
        ground=_ground(mirror),
    )


def changes(before: Heard, mirror: Mirror) -> tuple[list[str], Heard]:
    """Return what changed since `before`, and what the player knows after hearing it.

    The sentences come the most urgent first. On another floor, in another session or through other
    eyes, all is new: the floor and one's life are told first, and then everything in sight.
    """
    if mirror.floor is None:
        return [], before
    now = heard(mirror)
    is_anew = _place(before) != _place(now)
    known = Heard(pace=before.pace) if is_anew else before
    floor = [f"Floor {mirror.floor.number}: {mirror.floor.name}."] if is_anew else []
    if mirror.hero is not None and mirror.hero.activity != "none":
        now = replace(now, ground=known.ground)
    now = _remembering(known, now, mirror)
    lines = [
        *floor,
        *_life(known, mirror, is_anew=is_anew),
        *([f"You stand on: {now.ground}."] if now.ground not in {"", known.ground} else []),
        *came_into_view(known.seen.union(known.lately), mirror),
        *_new_marks(known, mirror),
        *_pace(known, now, mirror),
    ]
    is_untold = not is_anew and _is_small_gain(before, mirror.hero)
    return lines, replace(now, life=before.life) if is_untold else now


def _place(told: Heard) -> tuple[str, int, int | None]:
    """Return where a player is: all else is new in another place."""
    return told.session, told.branch, told.seat


def came_into_view(known: frozenset[int], mirror: Mirror) -> list[str]:
    """Return a sentence for each creature and item in sight whose id isn't in `known`."""
    by_sort: dict[str, list[tuple[Cell, str]]] = {sort: [] for sort in SORTS}
    own = mirror.hero.id if mirror.hero else None
    for one in mirror.sightings.values():
        if one.id not in known and one.id != own and mirror.sight[one.y, one.x]:
            by_sort[_sort_of(mirror, one)].append(((one.x, one.y), sighting_words(mirror, one)))
    return [line for sort, told in by_sort.items() for line in sentences(mirror, sort, told)]


def life_words(hero: HeroStatus) -> str:
    """Return one's life and mana: "Life 23 of 30. Mana 4 of 12."."""
    mana = f" Mana {hero.mana} of {hero.max_mana}." if hero.max_mana > 0 else ""
    return f"Life {hero.life} of {hero.max_life}.{mana}"


def status_lines(mirror: Mirror) -> list[str]:
    """Return how the followed hero fares, and how time passes, as a player may ask at any time."""
    hero = mirror.hero
    if hero is None:
        return [NO_HERO, sentence_of(pace_words(mirror))]
    words = [fall_words(hero, mirror), hunger_words(hero), *(name for name, _ in hero.effects)]
    told = [sentence_of(word) for word in words if word]
    level = f"Level {hero.level}."
    return [" ".join([life_words(hero), level, *told, sentence_of(pace_words(mirror))])]


def _life(before: Heard, mirror: Mirror, *, is_anew: bool) -> list[str]:
    """Return what changed about the hero itself."""
    hero = mirror.hero
    if hero is None:
        return [NO_HERO] if is_anew else []
    lines: list[str] = []
    if is_anew:
        lines.append(life_words(hero))
    elif (hero.life, hero.max_life) != (before.life, before.max_life) and not _is_small_gain(
        before, hero
    ):
        lines.append(_life_change(before, hero))
    if hero.mana < before.mana and not is_anew:
        lines.append(f"Mana {hero.mana} of {hero.max_mana}.")
    if hero.hunger not in {before.hunger, "sated"}:
        lines.append(sentence_of(hunger_words(hero)))
    if hero.dies_in > 0 and not before.fall:
        lines.append(sentence_of(fall_words(hero, mirror)))
    return [*lines, *_statuses(before, hero)]


def _is_small_gain(before: Heard, hero: HeroStatus | None) -> bool:
    """Return whether life rose by too little for a sentence; full life always has one."""
    if hero is None or hero.max_life != before.max_life or hero.life in {0, hero.max_life}:
        return False
    return 0 < (hero.life - before.life) * 100 < GAIN * hero.max_life


def _life_change(before: Heard, hero: HeroStatus) -> str:
    change = hero.life - before.life
    if not change:
        return f"Life {hero.life} of {hero.max_life}."
    return f"Life {hero.life} of {hero.max_life}, {abs(change)} {'more' if change > 0 else 'less'}."


def _statuses(before: Heard, hero: HeroStatus) -> list[str]:
    names = [name for name, _ in hero.effects]
    gone = before.statuses - set(names)
    begun = [f"You are {name}." for name in names if name not in before.statuses]
    return [*begun, *(f"You are no longer {name}." for name in sorted(gone))]


def _new_marks(before: Heard, mirror: Mirror) -> list[str]:
    here = mirror.cell
    return [
        sentence(MARK, mark_words(mirror, mark), place_words(here, cell))
        for cell, mark in mirror.marks.items()
        if before.marks.get(cell) != mark and mark.seat != mirror.seat
    ]


def _ground(mirror: Mirror) -> str:
    """Return the name of stairs, a door or harm under the player's hero; else an empty text."""
    look = mirror.look_at(mirror.cell) if mirror.cell and not mirror.watching else None
    if mirror.cell is None or look is None:
        return ""
    is_special = look.stairs != "none" or look.shunned or is_door(look)
    return tile_words(mirror, mirror.cell, look) if is_special else ""


def _pace(before: Heard, now: Heard, mirror: Mirror) -> list[str]:
    return [sentence_of(pace_words(mirror))] if before.pace != now.pace else []


def _is_known(mirror: Mirror, one: Sighting) -> bool:
    """Return whether a player who has heard everything knows of a sighting."""
    return kind_of(mirror, one).role == "item" or bool(mirror.sight[one.y, one.x])


def _remembering(before: Heard, now: Heard, mirror: Mirror) -> Heard:
    """Return `now` with what a player who was told of it before need not be told again.

    These are heroes who went out of sight, and for a while monsters: they come and go at corners.
    """
    heroes = {one.id for one in mirror.sightings.values() if kind_of(mirror, one).role == "hero"}
    left = {each: count - 1 for each, count in before.lately.items() if count > 1}
    left |= dict.fromkeys(sorted(before.seen - heroes), MEMORY)
    lately = {each: count for each, count in left.items() if each not in now.seen}
    return replace(now, seen=now.seen | (before.seen & heroes), lately=lately)


def _sort_of(mirror: Mirror, one: Sighting) -> str:
    role = kind_of(mirror, one).role
    if role != "monster":
        return HERO if role == "hero" else ITEM
    return ENEMY if is_foe(mirror, one) else CREATURE
