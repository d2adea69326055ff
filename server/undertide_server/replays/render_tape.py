"""The renders of a stored run, read piece by piece."""

import zlib
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Final, TypeVar

import msgspec

from undertide_server.replays.errors import UnplayableRunError
from undertide_server.replays.render import RenderFacts, ShownFrame, unpack_facts, unpack_frames
from undertide_server.replays.tape import reading
from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.records import SeatRecord, StoredRun
from undertide_server.store.renders import Reason, RenderedStretch
from undertide_server.views.folding import folded_frame
from undertide_shared.codec import encode
from undertide_shared.messages import Landmark

MOST_CACHED: Final = 8
"""The most parts of renders that a replay keeps at hand: those of two neighbours, and more."""
WHY: Final[dict[Reason | None, str]] = {
    "room": "no room was left to keep its pictures",
    "failed": "its pictures could not be made",
    None: "no pictures of it were kept",
}
"""Why a run can't be shown from renders."""

Piece = TypeVar("Piece")


class RenderTape:
    """The renders of a run of a server's store, read as far as needed.

    All methods raise UnplayableRunError if the run is gone or its renders are damaged.
    """

    def __init__(self, store: StoreAddress, name: str) -> None:
        self._store = store
        self._name = name
        self._cached: OrderedDict[Hashable, Any] = OrderedDict()
        with reading(store) as reader:
            self.info: StoredRun = reader.info(name)
            self.stretches: list[RenderedStretch] = reader.rendered(name)
            self.landmarks: list[Landmark] = reader.landmarks(name)
            self.seats: list[SeatRecord] = reader.seats(name)
            self.why: str = WHY[reader.why_unrendered(name)]
            """Why no more is rendered."""

    def facts(self, first: int) -> RenderFacts:
        """Return the facts of the render that begins with a step."""
        return self._part(first, partial(self._read_facts, first))

    def frames(self, first: int, entity: int) -> list[ShownFrame]:
        """Return the frames of a view in the render that begins with a step."""
        return self._part((first, entity), partial(self._read_frames, first, entity))

    def keyframe(self, first: int, entity: int, step: int) -> bytes | None:
        """Return a keyframe of a view after a step of the render; None if it has shown nothing."""
        frames = [each.data for each in self.frames(first, entity) if each.step <= step]
        with _unpacking():
            folded = folded_frame(frames)
            return None if folded is None else encode(folded)

    def _part(self, key: Hashable, read: Callable[[], Piece]) -> Piece:
        """Return a part that was read before, or else read it."""
        if key in self._cached:
            self._cached.move_to_end(key)
            found: Piece = self._cached[key]
            return found
        while len(self._cached) >= MOST_CACHED:
            self._cached.popitem(last=False)
        part = self._cached[key] = read()
        return part

    def _read_facts(self, first: int) -> RenderFacts:
        with reading(self._store) as reader:
            data = reader.facts(self._name, first)
        with _unpacking():
            return unpack_facts(data)

    def _read_frames(self, first: int, entity: int) -> list[ShownFrame]:
        with reading(self._store) as reader:
            data = reader.view(self._name, first, entity)
        with _unpacking():
            return [] if data is None else unpack_frames(data)


@contextmanager
def _unpacking() -> Iterator[None]:
    """Raise UnplayableRunError for everything that damaged bytes can bring about."""
    try:
        yield
    except (ValueError, TypeError, LookupError, zlib.error, msgspec.MsgspecError) as fault:
        raise UnplayableRunError("its pictures are damaged") from fault
