"""The viewers of a run, the views they look through, and their frames, live or in a replay."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from undertide_server.sessions.broadcast.gallery import Gallery
from undertide_server.sessions.broadcast.outbox import Parcel
from undertide_server.simulation.components.heroes import Hero
from undertide_server.simulation.state.events import Event, Fell
from undertide_server.simulation.state.run import Run
from undertide_server.views.picture import party_picture
from undertide_server.views.shared_parts import Common
from undertide_server.views.thumbnail import ShownMap, map_of_keyframe, map_of_picture
from undertide_server.views.view import PARTY, View
from undertide_shared.messages import Line, PaceStatus, PartyMember
from undertide_shared.time import UNSTATED_RATE


@dataclass(slots=True)
class Viewer:
    """One member's place in a view's chain of frames."""

    entity: int
    in_chain: bool = False
    """Whether the view's deltas follow the last frame that this viewer was sent."""
    wanting: bool = True
    """Whether the viewer waits for a keyframe."""


class Circle(NamedTuple):
    """The members who look through one view."""

    following: tuple[int, ...]
    """Members in the view's chain: they are sent its deltas."""
    joining: tuple[int, ...]
    """Members who wait for a keyframe."""


NOBODY = Circle((), ())
"""The circle of a view without viewers."""


def record_view(gallery: Gallery, run: Run, view: View, frame: bytes | None) -> None:
    """Record the frame that a view has just shown, if any, and a keyframe now and then."""
    if frame is not None:
        gallery.record_frame(view.entity, frame)
    if view.has_shown and gallery.wants_whole(view.entity):
        seat = run.world.get(view.entity, Hero).seat if view.entity else None
        gallery.record_keyframe(view.entity, view.keyframe(run), seat)


class Audience:
    """The viewers of one run, with the views that they look through.

    `ticks_per_second` is the session's.
    """

    def __init__(self, late: Gallery | None = None, ticks_per_second: int = UNSTATED_RATE) -> None:
        self._viewers: dict[int, Viewer] = {}
        self._views: dict[int, View] = {PARTY: View()}
        self._circles: dict[int, Circle] | None = None
        """The circle of each view; None after a viewer came, left or lost the chain."""
        self.late = late
        """The delayed spectators; None if spectators have no delay."""
        self.has_newcomers = False
        """Whether a viewer has joined a view, or wants a keyframe, since the last frames."""
        self.somebody_fell = False
        """Whether a hero has died since the last frames."""
        self._common = Common([], {}, ticks_per_second)
        """The parts that all views shared in the last frames."""

    @property
    def paces(self) -> dict[int, PaceStatus]:
        """The pace of each branch, as last shown."""
        return self._common.paces

    @property
    def party(self) -> list[PartyMember]:
        """The party panel, as last shown: the same list while nothing on it has changed."""
        return self._common.party

    def add(self, member: int, entity: int) -> None:
        """Add a member to the view of a hero, or the party's, from the next frames on."""
        self._viewers[member] = Viewer(entity)
        self._circles = None
        self.has_newcomers = True

    def view_of(self, member: int) -> int:
        """Return the entity of a member's view; the party's for one that has none yet."""
        if self.late is not None and member in self.late:
            return self.late.view_of(member)
        viewer = self._viewers.get(member)
        return PARTY if viewer is None else viewer.entity

    def remove(self, member: int) -> None:
        """Forget a member."""
        if self.late is not None:
            self.late.remove(member)
        self._viewers.pop(member, None)
        self._circles = None

    def open_view(self, entity: int) -> None:
        """Open a hero's view and its log, which goes on even without viewers."""
        self._views.setdefault(entity, View(entity))

    def logs(self) -> dict[int, bytes]:
        """Return the last lines of each view's log, by the view's entity."""
        return {entity: view.log for entity, view in self._views.items()}

    def lines_of(self, entity: int) -> Sequence[Line]:
        """Return the last lines of a hero's log; none if its view is gone."""
        view = self._views.get(entity)
        return () if view is None else view.lines

    def restore_views(self, views: Iterable[View]) -> None:
        """Go on with the logs of a recovered run's views."""
        self._views |= {view.entity: view for view in views}

    def restore_party(self, run: Run) -> None:
        """Make the party panel of a recovered run, which nobody has been shown yet."""
        self._common = self._common.next(run, {})

    def fell_behind(self, member: int) -> None:
        """Stop a viewer's frames, because one was not delivered."""
        if self.late is not None:
            self.late.fell_behind(member)
        viewer = self._viewers.get(member)
        if viewer is not None:
            viewer.in_chain = viewer.wanting = False
            self._circles = None

    def want_keyframe(self, member: int) -> None:
        """Send a viewer a keyframe with the next frames, or after the delay."""
        if self.late is not None:
            self.late.want_keyframe(member)
        viewer = self._viewers.get(member)
        if viewer is not None:
            viewer.in_chain, viewer.wanting = False, True
            self._circles = None
            self.has_newcomers = True

    def shown_map(self, run: Run) -> ShownMap | None:
        """Return the map that spectators of the party's view are shown by now, if there is one.

        Where they are delayed, it is that of the last keyframe that has been released.
        """
        if self.late is None:
            picture = party_picture(run, self._common, None)
            return None if picture is None else map_of_picture(run, picture)
        whole = self.late.last_keyframe(PARTY)
        return None if whole is None else map_of_keyframe(whole.step, whole.data)

    def note_events(self, run: Run, events: Sequence[Event]) -> None:
        """Write a step's events into the log of every view that could notice them."""
        for view in self._views.values():
            view.log_events(run, events)
        self.somebody_fell |= any(isinstance(event, Fell) for event in events)

    def make_frames(self, run: Run, paces: dict[int, PaceStatus]) -> list[Parcel]:
        """Return the frames that bring every viewer up to date.

        Viewers of a hero that has died see its death, and then the party's view.
        """
        self._common = self._common.next(run, paces)
        parcels = self._update_views(run)
        if self.somebody_fell:
            self.somebody_fell = False
            for entity, hero in run.world.each(Hero):
                if hero.fate:
                    self._retire(entity)
            parcels += self._update_views(run)
        return parcels

    def _update_views(self, run: Run) -> list[Parcel]:
        """Return a frame of each changed view, and the wanted keyframes."""
        parcels: list[Parcel] = []
        self.has_newcomers = False
        if self._circles is None:
            self._circles = self._gather()
        circles = self._circles
        for entity, view in self._views.items():
            circle = circles.get(entity)
            if circle is None and self.late is None:
                view.skip()
                continue
            following, joining = circle or NOBODY
            frame = view.update(run, self._common)
            if frame is not None and following:
                parcels.append(Parcel(following, frame, frame=True))
            if joining and view.has_shown:
                parcels.append(self._let_in(joining, view.keyframe(run)))
            if self.late is not None:
                record_view(self.late, run, view, frame)
        return parcels

    def _gather(self) -> dict[int, Circle]:
        """Return the circle of each view, without viewers whose frames are stopped."""
        following: dict[int, list[int]] = {}
        joining: dict[int, list[int]] = {}
        for member, viewer in self._viewers.items():
            if viewer.in_chain:
                following.setdefault(viewer.entity, []).append(member)
            elif viewer.wanting:
                joining.setdefault(viewer.entity, []).append(member)
        return {
            entity: Circle(tuple(following.get(entity, ())), tuple(joining.get(entity, ())))
            for entity in following.keys() | joining.keys()
        }

    def _let_in(self, members: tuple[int, ...], keyframe: bytes) -> Parcel:
        """Return a keyframe for members, and add them to the chain of its view."""
        for member in members:
            self._viewers[member].in_chain = True
            self._viewers[member].wanting = False
        self._circles = None
        return Parcel(members, keyframe, frame=True)

    def _retire(self, entity: int) -> None:
        """Move all viewers of a dead hero to the party's view."""
        if self._views.pop(entity, None) is not None and self.late is not None:
            self.late.record_end(entity)
        for viewer in self._viewers.values():
            if viewer.entity == entity:
                viewer.entity, viewer.in_chain, viewer.wanting = PARTY, False, True
        self._circles = None
