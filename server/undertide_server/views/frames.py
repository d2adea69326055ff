"""Frames made from pictures: a keyframe of one picture, or a delta between two."""

from collections.abc import Mapping
from itertools import islice
from typing import Any, TypeVar

import msgspec

from undertide_server.views.journey import Journey
from undertide_server.views.own import Own
from undertide_server.views.picture import Picture
from undertide_server.views.run_length import changed_runs, sight_runs, toggled_runs, whole_runs
from undertide_server.views.scene import KindKey, Subject, VisibleScene
from undertide_server.views.threats import NO_THREATS, Threats
from undertide_shared.geometry import Cell
from undertide_shared.messages import (
    Condition,
    Delta,
    Effect,
    HeroStatus,
    Keyframe,
    Kind,
    Line,
    Shift,
    Sighting,
    Threat,
)


class Names:
    """The view's own ids of kinds and of the things in view.

    The view counts things as they appear and gives a new id at each appearance, so ids reveal
    nothing about things out of view.
    """

    def __init__(self) -> None:
        self.kinds: dict[KindKey, int] = {}
        self.sightings: dict[int | Cell, int] = {}
        self._last_sighting = 0

    def kind(self, key: KindKey) -> int:
        """Return the id of a kind."""
        return self.kinds.setdefault(key, len(self.kinds) + 1)

    def appear(self, key: int | Cell) -> int:
        """Return a new id for something that comes into view."""
        self._last_sighting += 1
        self.sightings[key] = self._last_sighting
        return self._last_sighting

    def begin_floor(self) -> None:
        """Discard all sightings and kinds, because the next keyframe starts over for everyone."""
        self.kinds.clear()
        self.sightings.clear()


Key = TypeVar("Key", int, Cell)
"""The key of a subject: an entity for actors, a cell for items."""

Part = TypeVar("Part", Own, Picture, VisibleScene, Journey)
"""A part of a picture, or the whole, with facts of the same names as in a delta."""


Told = dict[str, Any]
"""The fields of a delta that have changed, by name."""


def sighting_of(names: Names, key: int | Cell, subject: Subject) -> Sighting:
    """Return a subject as a message."""
    kind = names.kind(subject.kind)
    return Sighting(
        id=names.sightings[key],
        kind=kind,
        x=subject.x,
        y=subject.y,
        health=subject.health,
        mood=subject.mood,
        statuses=list(subject.statuses),
        status_effects=list(subject.status_effects),
        meant=subject.meant,
    )


def _identity(subject: Subject) -> tuple[KindKey, bool]:
    """Return the facts about a subject that a change can't tell: another sighting replaces it."""
    return subject.kind, subject.meant


def condition_of(subject: Subject) -> tuple[int, str, tuple[str, ...], tuple[Effect, ...]]:
    """Return the condition of a subject, without its cell."""
    return subject.health, subject.mood, subject.statuses, subject.status_effects


def hero_of(names: Names, own: Own) -> HeroStatus:
    """Return the status of the followed hero, with the id that the view gives it."""
    return msgspec.structs.replace(own.hero, id=names.sightings[own.entity])


def keyframe(
    number: int, picture: Picture, names: Names, kinds: list[Kind], lines: list[Line]
) -> Keyframe:
    """Return a keyframe of a whole picture. All its subjects must have ids."""
    own = picture.own
    items = [sighting_of(names, key, subject) for key, subject in picture.items.items()]
    actors = [sighting_of(names, key, subject) for key, subject in picture.actors.items()]
    return Keyframe(
        number=number,
        seat=own.hero.seat if own else None,
        floor=picture.scene.floor,
        tiles=whole_runs(picture.tiles),
        sight=sight_runs(picture.sight),
        kinds=kinds,
        sightings=items + actors,
        party=picture.party,
        tide=picture.scene.tide,
        pace=picture.pace,
        hero=hero_of(names, own) if own else None,
        intent=own.intent if own else None,
        pack=own.pack if own else [],
        lines=lines,
        branches=picture.journey.branches,
        stairs=picture.stairs,
        amulets=picture.journey.amulets,
        spells=own.spells if own else [],
        abilities=own.abilities if own else [],
        threats=_threats(names, picture.threats, NO_THREATS),
        trades=own.trades if own else [],
        marks=picture.scene.marks,
        agreements=picture.scene.agreements,
    )


def delta(
    number: int, before: Picture, after: Picture, names: Names, lines: list[Line]
) -> tuple[Delta, list[KindKey]] | None:
    """Return the delta between two pictures of one floor, and the kinds that it is first to name.

    None if nothing changed. Subjects that appear or go gain or lose their ids in `names`.
    """
    known_kinds = len(names.kinds)
    told: Told = {"lines": lines} if lines else {}
    if before.looks != after.looks:
        told |= _map_changes(before, after)
    told |= _subject_changes(names, before, after)
    if threats := _threats(names, after.threats, before.threats):
        told["threats"] = threats
    if before.own is not after.own:
        told |= _own_changes(names, before.own, after.own)
    told |= _common_changes(before, after)
    if not told:
        return None
    return Delta(number, **told), [*islice(names.kinds, known_kinds, None)]


def _map_changes(before: Picture, after: Picture) -> Told:
    """Return the changes of tiles and sight."""
    told: Told = {}
    if tiles := changed_runs(before.tiles, after.tiles):
        told["tiles"] = tiles
    if sight := toggled_runs(before.sight, after.sight):
        told["sight"] = sight
    return told


def _subject_changes(names: Names, before: Picture, after: Picture) -> Told:
    """Return the items and actors that appeared, went, moved or changed."""
    items = before.items is not after.items and before.items != after.items
    actors = before.actors is not after.actors and before.actors != after.actors
    if not items and not actors:
        return {}
    changes: dict[str, list[Any]] = {"appeared": [], "gone": [], "shifted": [], "changed": []}
    if items:
        _compare(names, before.items, after.items, changes)
    if actors:
        _compare(names, before.actors, after.actors, changes)
    return {name: found for name, found in changes.items() if found}


def _threats(names: Names, after: Threats, before: Threats) -> list[Threat]:
    """Return the threats that are new or have changed."""
    if after is before:
        return []
    return [
        msgspec.structs.replace(told.threat, id=names.sightings[entity])
        for entity, told in after.told.items()
        if entity not in before.told or before.told[entity].threat != told.threat
    ]


def _own_changes(names: Names, before: Own | None, after: Own | None) -> Told:
    """Return the changes of a player's private facts: all but the threats."""
    if before is None or after is None:
        return {}
    told = _replaced(before, after, "intent", "pack", "spells", "abilities", "trades")
    if before.hero is not after.hero and before.hero != after.hero:
        told["hero"] = hero_of(names, after)
    return told


def _common_changes(before: Picture, after: Picture) -> Told:
    """Return the changes of the facts that all views share."""
    told = _replaced(before, after, "party", "pace", "stairs")
    if before.scene is not after.scene:
        told |= _replaced(before.scene, after.scene, "tide", "marks", "agreements")
    if before.journey is not after.journey:
        told |= _replaced(before.journey, after.journey, "branches", "amulets")
    return told


def _replaced(before: Part, after: Part, *names: str) -> Told:
    """Return the facts with these names that have changed."""
    told: Told = {}
    for name in names:
        then, now = getattr(before, name), getattr(after, name)
        if then is not now and then != now:
            told[name] = now
    return told


def _compare(
    names: Names,
    before: Mapping[Key, Subject],
    after: Mapping[Key, Subject],
    changes: dict[str, list[Any]],
) -> None:
    """Add the differences between two pictures' items, or actors, to `changes`."""
    for key, then in before.items():
        found = after.get(key)
        if found is not then and (found is None or _identity(found) != _identity(then)):
            changes["gone"].append(names.sightings.pop(key))
    for key, now in after.items():
        known = before.get(key)
        if known is now or known == now:
            continue
        if known is None or key not in names.sightings:
            names.appear(key)
            changes["appeared"].append(sighting_of(names, key, now))
            continue
        wire_id = names.sightings[key]
        if known.x != now.x or known.y != now.y:
            changes["shifted"].append(Shift(wire_id, now.x, now.y))
        if condition_of(known) != condition_of(now):
            health, mood, statuses, effects = condition_of(now)
            condition = Condition(wire_id, health, mood, list(statuses), list(effects))
            changes["changed"].append(condition)
