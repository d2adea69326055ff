"""All that the player of a hero knows at one moment, for programs in the same process.

It is what the player's client would know from the frames of the hero's view, without making,
sending and reading them.
"""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain
from types import MappingProxyType
from typing import TypeVar

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from undertide_server.simulation.components.heroes import IntentQueue
from undertide_server.simulation.state.events import Event
from undertide_server.simulation.state.run import Run
from undertide_server.views.frames import Names, sighting_of
from undertide_server.views.magic_lines import narrate_all
from undertide_server.views.narration import Senses
from undertide_server.views.picture import Picture, farewell_picture, hero_picture
from undertide_server.views.private_facts import report_of
from undertide_server.views.scene import Subject
from undertide_server.views.shared_parts import Common
from undertide_server.views.view import KEPT_LINES, describe
from undertide_shared.geometry import Cell
from undertide_shared.messages import (
    AbilityInfo,
    Amulet,
    BranchInfo,
    FloorInfo,
    HeroStatus,
    IntentReport,
    Kind,
    Line,
    MarkInfo,
    PackItem,
    PartyMember,
    Sighting,
    SpellInfo,
    StairAgreement,
    Threat,
    TideGauge,
    TileLook,
    TradeTable,
)

NO_LOOKS: Mapping[int, TileLook] = MappingProxyType({})
"""The looks of terrain that nobody was told of."""
Key = TypeVar("Key", int, Cell)
"""The key of a subject: an entity for actors, a cell for items."""


class Knowledge:
    """All that the player of a hero knows at one moment. It never changes.

    Its attributes have the names and types of a client's mirror: see `undertide_client.api.Mirror`.
    `tiles` holds codes of terrain, 0 where it is unknown, and `sight` the cells in sight. Both have
    shape (height, width), are indexed [y, x] and are read-only.
    """

    def __init__(
        self,
        picture: Picture,
        kinds: Mapping[int, Kind],
        items: Mapping[Cell, Sighting],
        actors: Mapping[int, Sighting],
        lines: tuple[Line, ...],
        looks: Mapping[int, TileLook],
    ) -> None:
        assert picture.own is not None
        self._picture, self._own = picture, picture.own
        self._items, self._actors = items, actors
        self.floor: FloorInfo = picture.scene.floor
        self.looks = looks
        """What each code of terrain means, by code."""
        self.kinds = kinds
        """What `Sighting.kind` means, by id: ids hold for one hero's stay on one floor."""
        self.lines = lines
        """The last lines of the hero's log, the latest last."""
        self.party: list[PartyMember] = picture.party
        self.tide: TideGauge = picture.scene.tide
        self.intent: IntentReport = self._own.intent
        """The outcome of the latest intent."""
        self.pack: list[PackItem] = self._own.pack
        self.spells: list[SpellInfo] = self._own.spells
        self.abilities: list[AbilityInfo] = self._own.abilities
        self.trade: TradeTable | None = self._own.trades[0] if self._own.trades else None
        self.agreements: list[StairAgreement] = picture.scene.agreements
        self.amulets: list[Amulet] = picture.journey.amulets

    @cached_property
    def tiles(self) -> NDArray[np.uint8]:
        """The codes of the terrain that the hero has seen, as it remembers it; 0 elsewhere."""
        shape = self.floor.height, self.floor.width
        return np.frombuffer(self._picture.tiles, dtype=np.uint8).reshape(shape)

    @property
    def sight(self) -> NDArray[np.bool_]:
        """The cells that the hero sees now."""
        return self._picture.sight.mask

    @cached_property
    def sightings(self) -> Mapping[int, Sighting]:
        """The actors and items that are seen or remembered, by id."""
        both = chain(self._items.values(), self._actors.values())
        return {each.id: each for each in both}

    @cached_property
    def threats(self) -> Mapping[int, Threat]:
        """What the monsters in sight mean to the hero, by the ids of their sightings."""
        told: dict[int, Threat] = {}
        for entity, (_, threat) in self._picture.threats.told.items():
            wire_id = self._actors[entity].id
            told[wire_id] = replace(threat, id=wire_id)
        return told

    @cached_property
    def hero(self) -> HeroStatus:
        """The hero itself."""
        return replace(self._own.hero, id=self._actors[self._own.entity].id)

    @cached_property
    def stairs(self) -> Mapping[Cell, int]:
        """The branches that the known stairs of the floor lead to, by cell."""
        return {(each.x, each.y): each.branch for each in self._picture.stairs}

    @cached_property
    def marks(self) -> Mapping[Cell, MarkInfo]:
        """The marks of heroes on the floor (R17), by cell."""
        return {(each.x, each.y): each for each in self._picture.scene.marks}

    @cached_property
    def tree(self) -> Mapping[int, BranchInfo]:
        """The floors of the run that the party knows (R9), by branch."""
        return {each.id: each for each in self._picture.journey.branches}

    @property
    def cell(self) -> Cell:
        """The cell of the hero."""
        own = self._actors[self._own.entity]
        return own.x, own.y


class HeroEyes:
    """The eyes of one hero on a floor: what it sees, step by step, and its log.

    `lines` are the last ones of its log so far, and `looks` say what its player was told of each
    code of terrain.
    """

    def __init__(
        self,
        run: Run,
        entity: int,
        lines: Iterable[Line] = (),
        looks: Mapping[int, TileLook] = NO_LOOKS,
    ) -> None:
        self.entity = entity
        self._looks = looks
        self.lines: deque[Line] = deque(lines, maxlen=KEPT_LINES)
        self._is_dead = False
        self._senses = Senses(entity, 0, b"", 1)
        self._names = Names()
        self._kinds: dict[int, Kind] = {}
        self._shown: Picture | None = None
        self._items: dict[Cell, Sighting] = {}
        self._actors: dict[int, Sighting] = {}
        self._told: Knowledge | None = None
        self._sense(run)

    def log_events(self, run: Run, events: Sequence[Event]) -> None:
        """Write the events of a step that the hero could notice into its log.

        A hero that died in the step noticed what it could sense before. Call this after each step.
        """
        if self._is_dead:
            return
        self._is_dead = not self._sense(run)
        for line in narrate_all(events, self._senses) if events else ():
            self.lines.append(line)
            self._told = None

    def _sense(self, run: Run) -> bool:
        """Note what the hero can sense now. Return False, and note nothing, if it is dead."""
        found = run.index.of_hero(self.entity)
        if found is None:
            return False
        floor, row = found
        self._senses = Senses(self.entity, floor.entity, row.sees, floor.width)
        return True

    def look(self, run: Run, common: Common) -> Knowledge:
        """Return what the hero's player knows now: the same object if that is the same as before.

        Of a dead hero it is what was known at the last look, and that it is dead. Raises
        LookupError if the hero died without a look.
        """
        before = self._shown
        picture = hero_picture(run, self.entity, common, before)
        if picture is None:
            picture = self._farewell(run, common)
        if picture is before and self._told is not None:
            return self._told
        self._follow(run, before, picture)
        self._shown = picture
        shown = self._items, self._actors
        self._told = Knowledge(picture, self._kinds, *shown, tuple(self.lines), self._looks)
        return self._told

    def _farewell(self, run: Run, common: Common) -> Picture:
        shown = self._shown
        if shown is None or shown.own is None:
            raise LookupError("this hero died before anybody looked through its eyes")
        if shown.own.hero.state == "dead":
            return shown
        report = report_of(run.world.get(self.entity, IntentQueue))
        return farewell_picture(run, shown, common, report)

    def _follow(self, run: Run, before: Picture | None, after: Picture) -> None:
        """Give ids to what is new in a picture."""
        if before is None or before.floor != after.floor:
            before = None
            self._names.begin_floor()
            self._kinds = {}
        known = len(self._names.kinds)
        items, actors = (before.items, before.actors) if before else ({}, {})
        if items is not after.items:
            self._items = self._sighted(items, after.items, self._items)
        if actors is not after.actors:
            self._actors = self._sighted(actors, after.actors, self._actors)
        if len(self._names.kinds) > known:
            fresh = [*self._names.kinds][known:]
            told = (describe(run, self._names, key) for key in fresh)
            self._kinds = self._kinds | {kind.id: kind for kind in told}

    def _sighted(
        self,
        before: Mapping[Key, Subject],
        after: Mapping[Key, Subject],
        sightings: Mapping[Key, Sighting],
    ) -> dict[Key, Sighting]:
        """Return the sightings of all subjects of a picture; unchanged ones are the same objects.

        What has another kind than before appears anew, as in frames.
        """
        names, sighted = self._names, dict[Key, Sighting]()
        for key, now in after.items():
            then = before.get(key)
            if then is now:
                sighted[key] = sightings[key]
                continue
            if then is None or then.kind != now.kind or then.meant != now.meant:
                names.appear(key)
            sighted[key] = sighting_of(names, key, now)
        for key in before.keys() - after.keys():
            del names.sightings[key]
        return sighted
