"""The content of one view: a floor, the things seen on it, and the followed hero. Pure: no I/O."""

from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from undertide_client.model import run_length, run_tree, safe
from undertide_client.model.errors import BadFrameError, BadRunLengthError, OutOfStepError
from undertide_client.model.logbook import Logbook
from undertide_shared.limits import MAX_AREA, MAX_KINDS, MAX_SIDE, MAX_SIGHTINGS
from undertide_shared.messages import (
    AbilityInfo,
    Amulet,
    Condition,
    Delta,
    EffectFigures,
    FloorInfo,
    HeroStatus,
    IntentReport,
    Keyframe,
    Kind,
    MarkInfo,
    PaceStatus,
    PackItem,
    PartyMember,
    Shift,
    Sighting,
    SpellInfo,
    StairAgreement,
    StairInfo,
    Threat,
    TideGauge,
    TileLook,
    TradeTable,
)

FIT: Final = safe.cleaners(Delta)
"""The cleaner of each field of a delta: most deltas have but a few of them."""
NO_TIDE: Final = TideGauge(-1, 0, "")
NO_PACE: Final = PaceStatus("idle")


class Scene:
    """The content of one view. Its frames change it; everything else only reads it.

    `tiles` and `sight` have shape (height, width), indexed [y, x]. All cells lie on the floor.
    """

    def __init__(self) -> None:
        self.looks: dict[int, TileLook] = {}
        self.statuses: dict[str, EffectFigures] = {}
        """The statuses that can be seen on others, in figures, by their adjectives."""
        self.words: dict[str, str] = {}
        """The words about tricks and effects of extensions, by what the server calls them."""
        self.log = Logbook()
        self.lines = self.log.lines
        self.forget_view()

    def forget_view(self) -> None:
        """Show nothing, until the next keyframe."""
        self.number: int | None = None
        """The last applied frame; None if only a keyframe can follow."""
        self.floor: FloorInfo | None = None
        self.following: int | None = None
        """The seat through whose hero's eyes the view looks; None for the party's view."""
        self.tiles: NDArray[np.uint16] = np.zeros((0, 0), dtype=np.uint16)
        self.sight: NDArray[np.bool_] = np.zeros((0, 0), dtype=np.bool_)
        self.kinds: dict[int, Kind] = {}
        self.sightings: dict[int, Sighting] = {}
        self.threats: dict[int, Threat] = {}
        """What the monsters in sight mean to the followed hero, by the ids of their sightings."""
        self.party: list[PartyMember] = []
        self.tide = NO_TIDE
        self.pace = NO_PACE
        self.hero: HeroStatus | None = None
        self.intent: IntentReport | None = None
        self.pack: list[PackItem] = []
        self.spells: list[SpellInfo] = []
        self.abilities: list[AbilityInfo] = []
        """The abilities of the followed hero, in the order of the player's keys for them (R17)."""
        self.trade: TradeTable | None = None
        """The open trade of the followed hero (R17)."""
        self.tree: run_tree.RunTree = {}
        self.stairs: dict[tuple[int, int], int] = {}
        """The branch ids that the known stairs of this floor lead to, by cell."""
        self.marks: dict[tuple[int, int], MarkInfo] = {}
        """The marks of heroes on this floor (R17), by cell."""
        self.agreements: list[StairAgreement] = []
        """The stairs of this floor that heroes have agreed to take (R17)."""
        self.amulets: list[Amulet] = []
        """All amulets needed to win the run (R15)."""

    @property
    def cell(self) -> tuple[int, int] | None:
        """Return the cell of the followed hero, or None if it is unknown."""
        own = self.sightings.get(self.hero.id) if self.hero else None
        return (own.x, own.y) if own else None

    def look_at(self, cell: tuple[int, int]) -> TileLook | None:
        """Return the look of the tile at `cell`; None if the tile is unknown or off the floor."""
        x, y = cell
        if not self._has(x, y):
            return None
        code = int(self.tiles[y, x])
        return self.looks.get(code) if code else None

    def at(self, cell: tuple[int, int]) -> list[Sighting]:
        """Return the things seen or remembered at `cell`."""
        return [one for one in self.sightings.values() if (one.x, one.y) == cell]

    def apply_keyframe(self, frame: Keyframe) -> None:
        """Show a whole view. Raises BadFrameError."""
        self.number = None
        frame = safe.message(frame)
        self._begin_floor(frame)
        self._add_kinds(frame.kinds)
        self._appear(frame.sightings)
        self._threaten(frame.threats)
        self.following = frame.seat
        self.tide, self.pace = frame.tide, frame.pace
        self.hero = frame.hero
        self.intent = frame.intent
        self.party = frame.party
        self.pack = frame.pack
        self.spells = frame.spells
        self.abilities = frame.abilities
        self._set_trade(frame.trades)
        self.tree, self.amulets = run_tree.grown(frame.branches), frame.amulets
        self._set_stairs(frame.stairs)
        self._set_marks(frame.marks)
        self.agreements = frame.agreements
        self.log.begin(frame.lines)
        self.number = frame.number

    def _begin_floor(self, frame: Keyframe) -> None:
        width, height = frame.floor.width, frame.floor.height
        sides_fit = 0 < width <= MAX_SIDE and 0 < height <= MAX_SIDE
        if not sides_fit or width * height > MAX_AREA:
            raise BadFrameError(f"a floor of {width} by {height} cells")
        try:
            tiles = run_length.whole_tiles(frame.tiles, width * height)
            sight = run_length.whole_sight(frame.sight, width * height)
        except BadRunLengthError as fault:
            raise BadFrameError(str(fault)) from fault
        self.floor = frame.floor
        self.tiles, self.sight = tiles.reshape(height, width), sight.reshape(height, width)
        self.kinds, self.sightings, self.threats = {}, {}, {}

    def apply_delta(self, delta: Delta) -> None:
        """Apply the changes of a delta.

        Raises OutOfStepError or BadFrameError. After that, only a keyframe can follow.
        """
        expected, self.number = self.number, None
        if expected is None or delta.number != expected + 1:
            raise OutOfStepError(f"delta {delta.number} came after frame {expected}")
        self._change_cells(delta)
        self._change_sightings(delta)
        self._change_status(delta)
        self._change_own(delta)
        if delta.lines:
            self.log.add_lines(FIT["lines"](delta.lines))
        self.number = delta.number

    def _change_cells(self, delta: Delta) -> None:
        try:
            if delta.tiles:
                run_length.change_tiles(self.tiles.reshape(-1), delta.tiles)
            if delta.sight:
                run_length.toggle(self.sight.reshape(-1), delta.sight)
        except BadRunLengthError as fault:
            raise BadFrameError(str(fault)) from fault

    def _change_sightings(self, delta: Delta) -> None:
        """Apply removals, then arrivals, then moves and changes."""
        for gone in delta.gone:
            self.sightings.pop(gone, None)
            self.threats.pop(gone, None)
        if delta.kinds:
            self._add_kinds(FIT["kinds"](delta.kinds))
        if delta.appeared:
            self._appear(FIT["appeared"](delta.appeared))
        for shift in delta.shifted:
            self._shift(shift)
        for condition in FIT["changed"](delta.changed):
            self._change(condition)
        if delta.threats:
            self._threaten(FIT["threats"](delta.threats))

    def _change_status(self, delta: Delta) -> None:
        if delta.party is not None:
            self.party = FIT["party"](delta.party)
        if delta.tide is not None:
            self.tide = FIT["tide"](delta.tide)
        if delta.pace is not None:
            self.pace = FIT["pace"](delta.pace)
        if delta.branches is not None:
            self.tree = run_tree.grown(FIT["branches"](delta.branches))
        if delta.amulets is not None:
            self.amulets = FIT["amulets"](delta.amulets)
        if delta.stairs is not None:
            self._set_stairs(delta.stairs)
        if delta.marks is not None:
            self._set_marks(FIT["marks"](delta.marks))
        if delta.agreements is not None:
            self.agreements = FIT["agreements"](delta.agreements)

    def _change_own(self, delta: Delta) -> None:
        """Apply what changed of the facts that the followed hero's player alone is told."""
        if delta.intent is not None:
            self.intent = FIT["intent"](delta.intent)
        if delta.hero is not None:
            self.hero = FIT["hero"](delta.hero)
        if delta.pack is not None:
            self.pack = FIT["pack"](delta.pack)
        if delta.spells is not None:
            self.spells = FIT["spells"](delta.spells)
        if delta.abilities is not None:
            self.abilities = FIT["abilities"](delta.abilities)
        if delta.trades is not None:
            self._set_trade(FIT["trades"](delta.trades))

    def _add_kinds(self, kinds: list[Kind]) -> None:
        self.kinds.update((kind.id, kind) for kind in kinds)
        if len(self.kinds) > MAX_KINDS:
            raise BadFrameError(f"more than {MAX_KINDS} kinds")

    def _appear(self, sightings: list[Sighting]) -> None:
        for one in sightings:
            self._require(one.x, one.y)
            self.sightings[one.id] = one
        if len(self.sightings) > MAX_SIGHTINGS:
            raise BadFrameError(f"more than {MAX_SIGHTINGS} sightings")

    def _threaten(self, threats: list[Threat]) -> None:
        for one in threats:
            self.threats[self._sighting(one.id).id] = one

    def _shift(self, shift: Shift) -> None:
        self._require(shift.x, shift.y)
        old = self._sighting(shift.id)
        self.sightings[old.id] = msgspec.structs.replace(old, x=shift.x, y=shift.y)

    def _change(self, condition: Condition) -> None:
        old = self._sighting(condition.id)
        self.sightings[old.id] = msgspec.structs.replace(
            old,
            health=condition.health,
            mood=condition.mood,
            statuses=condition.statuses,
            status_effects=condition.status_effects,
        )

    def _sighting(self, wire_id: int) -> Sighting:
        found = self.sightings.get(wire_id)
        if found is None:
            raise BadFrameError(f"nothing with id {wire_id} is in sight")
        return found

    def _require(self, x: int, y: int) -> None:
        if not self._has(x, y):
            raise BadFrameError(f"cell {x}, {y} is not on the floor")

    def _has(self, x: int, y: int) -> bool:
        return self.floor is not None and 0 <= x < self.floor.width and 0 <= y < self.floor.height

    def _set_trade(self, trades: list[TradeTable]) -> None:
        self.trade = trades[0] if trades else None

    def _set_stairs(self, stairs: list[StairInfo]) -> None:
        for one in stairs:
            self._require(one.x, one.y)
        self.stairs = {(one.x, one.y): one.branch for one in stairs}

    def _set_marks(self, marks: list[MarkInfo]) -> None:
        for one in marks:
            self._require(one.x, one.y)
        self.marks = {(one.x, one.y): one for one in marks}
