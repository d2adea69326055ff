"""From pictures to frames: a keyframe of one, or the delta between two."""

from undertide_server.simulation.components.floors import Cell
from undertide_server.views.picture import KindKey, Picture, Subject
from undertide_server.views.runs import changed_runs, sight_runs, toggled_runs, whole_runs
from undertide_shared.messages import (
    Condition,
    Delta,
    Keyframe,
    Kind,
    Line,
    Shift,
    Sighting,
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


def sighting_of(names: Names, key: int | Cell, subject: Subject) -> Sighting:
    """Return a subject as the wire shows it."""
    kind = names.kind(subject.kind)
    return Sighting(names.sightings[key], kind, subject.x, subject.y, subject.health, subject.mood)


def keyframe(
    number: int, picture: Picture, names: Names, kinds: list[Kind], lines: list[Line]
) -> Keyframe:
    """Return the whole of a picture. All its subjects must have ids."""
    return Keyframe(
        number=number,
        seat=picture.hero.seat if picture.hero else None,
        floor=picture.floor,
        tiles=whole_runs(picture.tiles),
        sight=sight_runs(picture.sight),
        kinds=kinds,
        sightings=[sighting_of(names, key, subject) for key, subject in picture.subjects.items()],
        party=picture.party,
        tide=picture.tide,
        pace=picture.pace,
        hero=picture.hero,
        intent=picture.intent,
        pack=picture.pack,
        lines=lines,
    )


def delta(
    number: int, before: Picture, after: Picture, names: Names, lines: list[Line]
) -> tuple[Delta, list[KindKey]] | None:
    """Return what changed between two pictures of one floor and the kinds it is first to name.

    None when nothing did. Ids of what appears and goes are given and taken back in `names`.
    """
    known_kinds = len(names.kinds)
    looked = before.looks != after.looks
    appeared, gone, shifted, changed = _subject_changes(before, after, names)
    result = Delta(
        number=number,
        tiles=changed_runs(before.tiles, after.tiles) if looked else [],
        sight=toggled_runs(before.sight, after.sight) if looked else [],
        appeared=appeared,
        gone=gone,
        shifted=shifted,
        changed=changed,
        intent=None if before.intent == after.intent else after.intent,
        lines=lines,
        hero=None if before.hero == after.hero else after.hero,
        party=None if before.party == after.party else after.party,
        tide=None if before.tide == after.tide else after.tide,
        pace=None if before.pace == after.pace else after.pace,
        pack=None if before.pack == after.pack else after.pack,
    )
    if result == Delta(number):
        return None
    return result, list(names.kinds)[known_kinds:]


def _subject_changes(
    before: Picture, after: Picture, names: Names
) -> tuple[list[Sighting], list[int], list[Shift], list[Condition]]:
    """Return what appeared, went, moved and changed on the map."""
    appeared: list[Sighting] = []
    shifted: list[Shift] = []
    changed: list[Condition] = []
    gone = [
        names.sightings.pop(key)
        for key, subject in before.subjects.items()
        if key not in after.subjects or after.subjects[key].kind != subject.kind
    ]
    for key, now in after.subjects.items():
        then = before.subjects.get(key)
        if then == now:
            continue
        if key not in names.sightings:
            names.appear(key)
            appeared.append(sighting_of(names, key, now))
            continue
        wire_id = names.sightings[key]
        if then is None or (then.x, then.y) != (now.x, now.y):
            shifted.append(Shift(wire_id, now.x, now.y))
        if then is None or (then.health, then.mood) != (now.health, now.mood):
            changed.append(Condition(wire_id, now.health, now.mood))
    return appeared, gone, shifted, changed
