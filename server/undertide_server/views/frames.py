"""From pictures to frames: a keyframe of one, or the delta between two."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeVar

import msgspec

from undertide_server.simulation.components.floors import Cell
from undertide_server.views.own import Own
from undertide_server.views.picture import Picture
from undertide_server.views.runs import changed_runs, sight_runs, toggled_runs, whole_runs
from undertide_server.views.scene import KindKey, Subject
from undertide_shared.messages import (
    Condition,
    Delta,
    HeroStatus,
    IntentReport,
    Keyframe,
    Kind,
    Line,
    PackItem,
    Shift,
    Sighting,
    SpellInfo,
)


class Names:
    """The view's own ids of kinds and of what it sees.

    They are counted as they come into view, anew each time, so that they tell nothing of what else
    there is.
    """

    def __init__(self) -> None:
        self.kinds: dict[KindKey, int] = {}
        self.sightings: dict[int | Cell, int] = {}
        self._last_sighting = 0

    def kind(self, key: KindKey) -> int:
        """Return the id of a kind."""
        return self.kinds.setdefault(key, len(self.kinds) + 1)

    def appear(self, key: int | Cell) -> int:
        """Give a new id to what comes into view."""
        self._last_sighting += 1
        self.sightings[key] = self._last_sighting
        return self._last_sighting

    def begin_floor(self) -> None:
        """Forget all sightings and kinds: a keyframe for everyone begins anew."""
        self.kinds.clear()
        self.sightings.clear()


CONDITION = Subject._fields.index("health")
"""Where in a subject its condition begins: its health, mood and statuses."""

Key = TypeVar("Key", int, Cell)
"""Actors go by their entity, items by their cell."""


@dataclass(slots=True)
class _Changes:
    """What appeared, went, moved and changed on the map."""

    appeared: list[Sighting] = field(default_factory=list)
    gone: list[int] = field(default_factory=list)
    shifted: list[Shift] = field(default_factory=list)
    changed: list[Condition] = field(default_factory=list)


def sighting_of(names: Names, key: int | Cell, subject: Subject) -> Sighting:
    """Return a subject as the wire shows it."""
    kind = names.kind(subject.kind)
    return Sighting(
        id=names.sightings[key],
        kind=kind,
        x=subject.x,
        y=subject.y,
        health=subject.health,
        mood=subject.mood,
        statuses=list(subject.statuses),
    )


def hero_of(names: Names, own: Own) -> HeroStatus:
    """Return the followed hero under the id that the view gives it."""
    return msgspec.structs.replace(own.hero, id=names.sightings[own.entity])


def keyframe(
    number: int, picture: Picture, names: Names, kinds: list[Kind], lines: list[Line]
) -> Keyframe:
    """Return the whole of a picture. All its subjects must have ids."""
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
    )


def delta(
    number: int, before: Picture, after: Picture, names: Names, lines: list[Line]
) -> tuple[Delta, list[KindKey]] | None:
    """Return what changed between two pictures of one floor and the kinds it is first to name.

    None when nothing did. Ids of what appears and goes are given and taken back in `names`.
    """
    if not lines and _are_alike(before, after):
        return None
    known_kinds = len(names.kinds)
    looked = before.looks != after.looks
    changes = _Changes()
    if looked and before.items != after.items:
        _compare(names, before.items, after.items, changes)
    if before.actors != after.actors:
        _compare(names, before.actors, after.actors, changes)
    hero, intent, pack, spells = _own_changes(names, before.own, after.own)
    then, now = before.journey, after.journey
    result = Delta(
        number=number,
        tiles=changed_runs(before.tiles, after.tiles) if looked else [],
        sight=toggled_runs(before.sight, after.sight) if looked else [],
        appeared=changes.appeared,
        gone=changes.gone,
        shifted=changes.shifted,
        changed=changes.changed,
        intent=intent,
        lines=lines,
        hero=hero,
        party=None if before.party == after.party else after.party,
        tide=None if before.scene.tide == after.scene.tide else after.scene.tide,
        pace=None if before.pace == after.pace else after.pace,
        pack=pack,
        branches=None if then.branches == now.branches else now.branches,
        stairs=None if before.stairs == after.stairs else after.stairs,
        amulets=None if then.amulets == now.amulets else now.amulets,
        spells=spells,
    )
    if result == Delta(number):
        return None
    return result, list(names.kinds)[known_kinds:]


def _are_alike(before: Picture, after: Picture) -> bool:
    """Whether two pictures show the same, told cheaply: in most ticks little happens."""
    return (
        before.looks == after.looks
        and before.own is after.own
        and before.actors == after.actors
        and before.party == after.party
        and before.scene.tide == after.scene.tide
        and before.pace == after.pace
        and before.journey == after.journey
    )


def _own_changes(
    names: Names, before: Own | None, after: Own | None
) -> tuple[HeroStatus | None, IntentReport | None, list[PackItem] | None, list[SpellInfo] | None]:
    """Return what changed of what a player alone is told: hero, intent, pack and spells."""
    if before is None or after is None or before is after:
        return None, None, None, None
    return (
        None if before.hero == after.hero else hero_of(names, after),
        None if before.intent == after.intent else after.intent,
        None if before.pack == after.pack else after.pack,
        None if before.spells == after.spells else after.spells,
    )


def _compare(
    names: Names, before: Mapping[Key, Subject], after: Mapping[Key, Subject], changes: _Changes
) -> None:
    """Note how the items, or the actors, of two pictures differ."""
    changes.gone += [
        names.sightings.pop(key)
        for key, subject in before.items()
        if key not in after or after[key].kind != subject.kind
    ]
    for key, now in after.items():
        then = before.get(key)
        if then == now:
            continue
        if key not in names.sightings:
            names.appear(key)
            changes.appeared.append(sighting_of(names, key, now))
            continue
        wire_id = names.sightings[key]
        if then is None or (then.x, then.y) != (now.x, now.y):
            changes.shifted.append(Shift(wire_id, now.x, now.y))
        if then is None or then[CONDITION:] != now[CONDITION:]:
            condition = Condition(wire_id, now.health, now.mood, list(now.statuses))
            changes.changed.append(condition)
