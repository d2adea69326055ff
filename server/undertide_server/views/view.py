"""One view of a run and its chain of frames."""

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from undertide_server.content.records.heroes import HERO_GLYPH
from undertide_server.simulation.components.actors import Actor
from undertide_server.simulation.components.heroes import Hero, IntentQueue
from undertide_server.simulation.queries.grammar import with_kind
from undertide_server.simulation.state.events import Event
from undertide_server.simulation.state.run import Run
from undertide_server.views.effect_figures import item_figures
from undertide_server.views.frames import Names, delta, keyframe
from undertide_server.views.item_words import about
from undertide_server.views.magic import effects_of
from undertide_server.views.magic_lines import narrate_all
from undertide_server.views.narration import Senses
from undertide_server.views.picture import Picture, farewell_picture, hero_picture, party_picture
from undertide_server.views.private_facts import report_of
from undertide_server.views.scene import KindKey, Subject
from undertide_server.views.shared_parts import Common
from undertide_server.worldgen.creatures.roster import MonsterKind
from undertide_server.worldgen.items.catalogue import ItemKind
from undertide_shared.codec import encode
from undertide_shared.geometry import Cell
from undertide_shared.messages import Kind, Line, WareInfo

PARTY: Final = 0
"""The entity that stands for the party's view; other views have a hero's entity."""
KEPT_LINES = 60
"""Log lines that a keyframe repeats: a few screens full."""


class View:
    """The view of one hero, or of the whole party (entity 0).

    All its viewers get the same frames. `lines` are the last ones of its log so far.
    """

    def __init__(self, entity: int = PARTY, lines: Iterable[Line] = ()) -> None:
        self.entity = entity
        self.number = 0
        self._names = Names()
        self._shown: Picture | None = None
        self._lines: deque[Line] = deque(lines, maxlen=KEPT_LINES)
        self._fresh: list[Line] = []
        self._keyframe: bytes | None = None

    def log_events(self, run: Run, events: Sequence[Event]) -> None:
        """Write the events that this view could notice into its log."""
        if not events:
            return
        senses = self._senses(run)
        for line in narrate_all(events, senses):
            self._fresh.append(line)
            self._lines.append(line)
            self._keyframe = None
        del self._fresh[:-KEPT_LINES]

    @property
    def lines(self) -> Sequence[Line]:
        """The last lines of the log."""
        return tuple(self._lines)

    @property
    def log(self) -> bytes:
        """The last lines of the log, as `read_log` reads them."""
        return _log_encoder.encode(list(self._lines))

    def skip(self) -> None:
        """Break the chain while nobody watches; the next picture starts a new one."""
        self._shown = None
        self._fresh.clear()

    def update(self, run: Run, common: Common) -> bytes | None:
        """Return the frame that brings viewers in the chain up to date, or None if nothing changed.

        It is a keyframe if the floor has changed, else a delta.
        """
        after = self._picture(run, common)
        lines, self._fresh = self._fresh, []
        if after is None:
            return self._farewell(run, common, lines)
        before = self._shown
        if before is None or before.floor != after.floor:
            self._begin(after)
            return self.keyframe(run)
        if before is after and not lines:
            return None
        return self._follow(run, before, after, lines)

    @property
    def has_shown(self) -> bool:
        """Whether there is a picture to make a keyframe of."""
        return self._shown is not None

    def keyframe(self, run: Run) -> bytes:
        """Return a keyframe of the last picture. Raises LookupError if there is none."""
        if self._shown is None:
            raise LookupError("this view has shown nothing yet")
        if self._keyframe is None:
            kinds = [describe(run, self._names, key) for key in self._names.kinds]
            frame = keyframe(self.number, self._shown, self._names, kinds, list(self._lines))
            self._keyframe = encode(frame)
        return self._keyframe

    def _begin(self, picture: Picture) -> None:
        """Show the first picture of a floor."""
        self.number += 1
        self._shown = None
        self._names.begin_floor()
        for cell, item in picture.items.items():
            self._name(cell, item)
        for entity, actor in picture.actors.items():
            self._name(entity, actor)
        self._show(picture)

    def _name(self, key: int | Cell, subject: Subject) -> None:
        """Give ids to something that comes into view."""
        self._names.appear(key)
        self._names.kind(subject.kind)

    def _follow(self, run: Run, before: Picture, after: Picture, lines: list[Line]) -> bytes | None:
        """Show the next picture of the same floor and return the delta."""
        found = delta(self.number + 1, before, after, self._names, lines)
        self._show(after)
        if found is None:
            return None
        frame, new_kinds = found
        self.number += 1
        if new_kinds:
            kinds = [describe(run, self._names, key) for key in new_kinds]
            frame = msgspec.structs.replace(frame, kinds=kinds)
        return encode(frame)

    def _show(self, picture: Picture) -> None:
        self._shown = picture
        self._keyframe = None

    def _farewell(self, run: Run, common: Common, lines: list[Line]) -> bytes | None:
        """Return the last delta of a view whose hero has died, perhaps by its own last action.

        The party's view keeps its last picture, without the heroes, and its log goes on.
        """
        shown = self._shown
        if shown is None:
            return None
        if shown.own is None:
            return self._follow(run, shown, _without_heroes(shown, common), lines)
        report = report_of(run.world.get(self.entity, IntentQueue))
        last = self._follow(run, shown, farewell_picture(run, shown, common, report), lines)
        self._shown = None
        return last

    def _picture(self, run: Run, common: Common) -> Picture | None:
        if self.entity:
            return hero_picture(run, self.entity, common, self._shown)
        return party_picture(run, common, self._shown)

    def _senses(self, run: Run) -> Senses:
        """Return the senses of this view during the step that just ended."""
        found = run.index.of_hero(self.entity) if self.entity else None
        if found is not None:
            floor, row = found
            return Senses(self.entity, floor.entity, row.sees, floor.width)
        # The party, and a hero that just died, use the last picture.
        shown = self._shown
        if shown is None:
            return Senses(self.entity, 0, b"", 1)
        return Senses(self.entity, shown.floor, shown.sight.sees, shown.scene.floor.width)


def _without_heroes(shown: Picture, common: Common) -> Picture:
    """Return the last picture of the party's view after no hero is on any floor."""
    panel, journey = common.party, common.journey
    if shown.party is panel and shown.journey is journey:
        return shown
    left = {key: actor for key, actor in shown.actors.items() if actor.kind[0] != "hero"}
    actors = shown.actors if len(left) == len(shown.actors) else left
    return msgspec.structs.replace(shown, actors=actors, party=panel, journey=journey)


_log_encoder = msgspec.msgpack.Encoder()
_log_decoder = msgspec.msgpack.Decoder(list[Line])


def read_log(data: bytes) -> list[Line]:
    """Return the lines of a stored log; none if they can't be read, since no rule needs them."""
    try:
        return _log_decoder.decode(data)
    except msgspec.DecodeError:
        return []


def describe(run: Run, names: Names, key: KindKey) -> Kind:
    """Return the message that describes a kind."""
    role, name = key
    wire_id = names.kinds[key]
    if role == "monster":
        return _monster_kind(wire_id, run.kinds[name])
    if role == "boss":
        kind, _, title = name.partition("\n")
        told = _monster_kind(wire_id, run.kinds[kind])
        called = with_kind(title, told.name) if title else told.name
        return msgspec.structs.replace(told, name=called, boss=True)
    if role == "item":
        item = run.items.kind(name)
        return _item_kind(run, wire_id, item, item.name)
    if role == "ware":
        price, item_key = name.split(" ")
        item = run.items.kind(item_key)
        told = _item_kind(run, wire_id, item, f"{item.name} for {price} gold")
        return msgspec.structs.replace(told, ware=_ware(run, item, int(price)))
    entity = int(name)
    hero, called = run.world.get(entity, Hero), run.world.get(entity, Actor).name
    return Kind(wire_id, "hero", called, HERO_GLYPH, hero.colour, seat=hero.seat)


def _monster_kind(wire_id: int, kind: MonsterKind) -> Kind:
    """Return the message that describes a kind of monster."""
    look = kind.name, kind.glyph, kind.colour, kind.description
    return Kind(wire_id, "monster", *look, trades=kind.behaviour.trades)


def _ware(run: Run, item: ItemKind, price: int) -> WareInfo:
    """Return what somebody who looks at a ware learns about it."""
    gear = item.gear
    return WareInfo(
        price,
        slots=list(gear.slots) if gear else [],
        figures=list(gear.figures.items()) if gear else [],
        tenths=list(gear.tenths.items()) if gear else [],
        does=[] if item.effect is None else [*effects_of(run, item.effect)],
    )


def _item_kind(run: Run, wire_id: int, item: ItemKind, called: str) -> Kind:
    """Return the message that describes a kind of item.

    It omits the key of gear: that holds the levels of affixes, which only its bearer may read.
    """
    key = item.key if item.gear is None else ""
    return Kind(
        wire_id,
        "item",
        called,
        item.glyph,
        item.colour,
        about(run, item),
        key=key,
        effects=item_figures(run.rules, item.effect),
    )
