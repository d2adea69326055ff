"""A plain model of what a client knows: frames applied as the protocol says, and nothing else."""

import numpy as np
from msgspec.structs import replace

from undertide_shared.codec import decode_server
from undertide_shared.messages import (
    Delta,
    HeroStatus,
    Keyframe,
    Kind,
    Line,
    PartyMember,
    Sighting,
    Threat,
)


class Onlooker:
    """Applies one view's frames, and complains about any that does not follow."""

    def __init__(self) -> None:
        self.number = -1
        self.tiles = np.zeros((0, 0), dtype=np.uint8)
        self.sight = np.zeros((0, 0), dtype=np.bool_)
        self.kinds: dict[int, Kind] = {}
        self.sightings: dict[int, Sighting] = {}
        self.threats: dict[int, Threat] = {}
        self.hero: HeroStatus | None = None
        self.party: list[PartyMember] = []
        self.lines: list[Line] = []
        self.branch = 0
        self.floor = 0
        """Number of the floor."""

    def take(self, data: bytes) -> Keyframe | Delta:
        """Apply a frame and return it."""
        frame = decode_server(data)
        if isinstance(frame, Keyframe):
            self._begin(frame)
        else:
            assert isinstance(frame, Delta)
            self._follow(frame)
        return frame

    def _begin(self, frame: Keyframe) -> None:
        self.number = frame.number
        self.branch, self.floor = frame.floor.branch, frame.floor.number
        shape = (frame.floor.height, frame.floor.width)
        codes = np.repeat(frame.tiles[::2], frame.tiles[1::2])
        self.tiles = codes.astype(np.uint8).reshape(shape)
        seen = [count % 2 == 1 for count in range(len(frame.sight))]
        self.sight = np.repeat(seen, frame.sight).astype(np.bool_).reshape(shape)
        self.kinds = {kind.id: kind for kind in frame.kinds}
        self.sightings = {each.id: each for each in frame.sightings}
        self.threats = {each.id: each for each in frame.threats}
        self.hero, self.party = frame.hero, frame.party
        self.lines = list(frame.lines)
        assert all(each.kind in self.kinds for each in frame.sightings)

    def _follow(self, frame: Delta) -> None:
        assert frame.number == self.number + 1
        self.number = frame.number
        tiles, sight = self.tiles.reshape(-1), self.sight.reshape(-1)
        at = 0
        for skipped, count, code in zip(*[iter(frame.tiles)] * 3, strict=True):
            at += skipped
            tiles[at : at + count] = code
            at += count
        at = 0
        for stays, changes in zip(*[iter(frame.sight)] * 2, strict=True):
            at += stays
            sight[at : at + changes] ^= True
            at += changes
        self._follow_sightings(frame)
        self.hero = frame.hero or self.hero
        if frame.party is not None:
            self.party = frame.party
        self.lines += frame.lines

    def _follow_sightings(self, frame: Delta) -> None:
        for kind in frame.kinds:
            assert kind.id not in self.kinds
            self.kinds[kind.id] = kind
        for gone in frame.gone:
            del self.sightings[gone]
            self.threats.pop(gone, None)
        for new in frame.appeared:
            assert new.id not in self.sightings
            assert new.kind in self.kinds
            self.sightings[new.id] = new
        for shift in frame.shifted:
            old = self.sightings[shift.id]
            self.sightings[shift.id] = replace(old, x=shift.x, y=shift.y)
        for change in frame.changed:
            old = self.sightings[change.id]
            self.sightings[change.id] = replace(
                old,
                health=change.health,
                mood=change.mood,
                statuses=change.statuses,
                status_effects=change.status_effects,
            )
        self.threats |= {each.id: each for each in frame.threats}
        assert self.threats.keys() <= self.sightings.keys()

    def threatening(self) -> dict[tuple[int, int], Threat]:
        """Return the threats by cell, without ids."""
        seen = self.sightings
        return {
            (seen[each.id].x, seen[each.id].y): replace(each, id=0)
            for each in self.threats.values()
        }

    def things(self) -> set[tuple[str, str, int, int, int, str]]:
        """Return everything on the map: role, name, cell, health and mood."""
        return {
            (self.kinds[each.kind].role, self.kinds[each.kind].name, each.x, each.y,
             each.health, each.mood)
            for each in self.sightings.values()
        }  # fmt: skip
