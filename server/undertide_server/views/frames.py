"""Frames made from pictures: a keyframe of one picture, or a delta between two."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
import numpy as np

from undertide_server.simulation.state.sights import Sight
from undertide_server.views.journey import Journey
from undertide_server.views.picture import Picture
from undertide_server.views.private_facts import Own
from undertide_server.views.run_length import changed_runs, sight_runs, toggled_runs, whole_runs
from undertide_server.views.scene import KindKey, Subject, VisibleScene
from undertide_server.views.threats import Threats
from undertide_shared.geometry import Cell
from undertide_shared.messages import (
    Condition,
    Delta,
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

Told = defaultdict[str, Any]
"""The fields of a delta that have changed, by name. Lists of changes begin empty."""


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


def _condition_of(wire_id: int, subject: Subject) -> Condition:
    """Return the condition of a subject as a message."""
    return Condition(
        wire_id, subject.health, subject.mood, [*subject.statuses], [*subject.status_effects]
    )


def hero_of(names: Names, own: Own) -> HeroStatus:
    """Return the status of the followed hero, with the id that the view gives it."""
    return msgspec.structs.replace(own.hero, id=names.sightings[own.entity])


def _threat_of(names: Names, entity: int, threat: Threat) -> Threat:
    """Return what a monster means to the followed hero, with the id that the view gives it."""
    return msgspec.structs.replace(threat, id=names.sightings[entity])


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
        tiles=whole_runs(np.frombuffer(picture.tiles, dtype=np.uint8)),
        sight=sight_runs(picture.sight.mask),
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
        threats=[
            _threat_of(names, entity, each.threat) for entity, each in picture.threats.told.items()
        ],
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
    told: Told = defaultdict(list)
    if lines:
        told["lines"] = lines
    if before.looks != after.looks:
        told |= _map_changes(before, after)
    if before.items is not after.items:
        _tell_subjects(told, names, before.items, after.items)
    if before.actors is not after.actors:
        _tell_subjects(told, names, before.actors, after.actors)
    if before.threats is not after.threats:
        _tell_threats(told, names, before.threats, after.threats)
    if before.own is not None and after.own is not None and before.own is not after.own:
        _tell_own(told, names, before.own, after.own)
    _tell_common(told, before, after)
    if not told:
        return None
    is_known = len(names.kinds) == known_kinds
    return Delta(number, **told), [] if is_known else [*names.kinds][known_kinds:]


def _map_changes(before: Picture, after: Picture) -> dict[str, list[int]]:
    """Return the changes of tiles and sight."""
    told: dict[str, list[int]] = {}
    if tiles := changed_runs(before.tiles, after.tiles):
        told["tiles"] = tiles
    if sight := _toggled(before.sight, after.sight):
        told["sight"] = sight
    return told


def _toggled(before: Sight, after: Sight) -> list[int]:
    """Return the runs of cells that came into sight or went out of it: the same both ways."""
    if before.number > after.number:
        before, after = after, before
    runs = before.toggles.get(after.number)
    if runs is None:
        runs = before.toggles[after.number] = toggled_runs(before.mask, after.mask)
    return runs


def _tell_subjects(
    told: Told, names: Names, before: Mapping[Key, Subject], after: Mapping[Key, Subject]
) -> None:
    """Tell the items, or actors, that appeared, went, moved or changed."""
    fresh: dict[Key, Subject] = {}
    for key, now in after.items():
        then = before.get(key)
        if then is now or then == now:
            continue
        if then is None or then.kind != now.kind or then.meant != now.meant:
            fresh[key] = now  # No change can tell another kind, so that appears anew.
            continue
        wire_id = names.sightings[key]
        if then.x != now.x or then.y != now.y:
            told["shifted"].append(Shift(wire_id, now.x, now.y))
        if (
            then.health != now.health
            or then.mood != now.mood
            or then.statuses != now.statuses
            or then.status_effects != now.status_effects
        ):
            told["changed"].append(_condition_of(wire_id, now))
    if not fresh and len(before) == len(after):
        return
    stays = after.keys() - fresh.keys()
    for key in before:
        if key not in stays:
            told["gone"].append(names.sightings.pop(key))
    for key, now in fresh.items():
        names.appear(key)
        told["appeared"].append(sighting_of(names, key, now))


def _tell_threats(told: Told, names: Names, before: Threats, after: Threats) -> None:
    """Tell the threats that are new or have changed."""
    for entity, (_, threat) in after.told.items():
        if entity not in before.told or before.told[entity].threat != threat:
            told["threats"].append(_threat_of(names, entity, threat))


def _tell_own(told: Told, names: Names, before: Own, after: Own) -> None:
    """Tell the changes of a player's private facts: all but the threats."""
    if before.hero is not after.hero and before.hero != after.hero:
        told["hero"] = hero_of(names, after)
    if before.intent is not after.intent:
        told["intent"] = after.intent
    if before.trades is not after.trades:
        told["trades"] = after.trades
    if before.spells is not after.spells:
        told["spells"] = after.spells
    if before.pack is not after.pack and before.pack != after.pack:
        told["pack"] = after.pack


def _tell_common(told: Told, before: Picture, after: Picture) -> None:
    """Tell the changes of the facts that all views share."""
    if before.party is not after.party and before.party != after.party:
        told["party"] = after.party
    if before.pace is not after.pace and before.pace != after.pace:
        told["pace"] = after.pace
    if before.stairs is not after.stairs and before.stairs != after.stairs:
        told["stairs"] = after.stairs
    if before.scene is not after.scene:
        _tell_scene(told, before.scene, after.scene)
    if before.journey is not after.journey:
        _tell_journey(told, before.journey, after.journey)


def _tell_scene(told: Told, before: VisibleScene, after: VisibleScene) -> None:
    """Tell the changes of a floor, whose equal parts are mostly the same objects."""
    if before.tide is not after.tide and before.tide != after.tide:
        told["tide"] = after.tide
    if before.marks is not after.marks and before.marks != after.marks:
        told["marks"] = after.marks
    if before.agreements is not after.agreements and before.agreements != after.agreements:
        told["agreements"] = after.agreements


def _tell_journey(told: Told, before: Journey, after: Journey) -> None:
    """Tell the changes of the party's progress."""
    if before.branches != after.branches:
        told["branches"] = after.branches
    if before.amulets != after.amulets:
        told["amulets"] = after.amulets
