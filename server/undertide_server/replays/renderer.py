"""Rendering runs: their unrendered steps simulated once, and what each view showed of them.

The audience is that of a live session, with one viewer for each view. So a render holds no more
than a viewer of the live run could have seen.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from undertide_server.replays.errors import UnplayableRunError
from undertide_server.replays.playback import Paces, greeting_of
from undertide_server.replays.renders import (
    HeroSpan,
    RenderFacts,
    RunRenders,
    ShownFrame,
    pack_facts,
    pack_frames,
)
from undertide_server.replays.run_reader import RulesPart, RunReader, parts_of, reading
from undertide_server.sessions.broadcast.audience import Audience
from undertide_server.sessions.broadcast.outbox import Parcel
from undertide_server.simulation.components.actors import Actor
from undertide_server.simulation.components.heroes import Hero
from undertide_server.simulation.pipeline import step
from undertide_server.simulation.state.run import Run
from undertide_server.simulation.version import RULES
from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.records import OVER, StepRecord, real_time
from undertide_server.store.renders import Rendered, RenderReader
from undertide_server.views.view import PARTY, View, read_log
from undertide_server.worldgen.game.repertoire import Repertoire
from undertide_shared.codec import decode_server
from undertide_shared.messages import Delta, Pace, Replaying

MOST_STEPS: Final = 500
"""The most steps of one render: as many as lie between two snapshots. A jump in a replay folds the
frames of half of them."""
MOST_FRAMES: Final = 8 * 2**20
"""Bytes of frames from which on a render ends before that: several times what a full party in a
fight takes."""


class Renderer:
    """A renderer of the steps that follow each other in one run.

    `before` are the facts of the render before, if there is one: logs go on from there.
    `slow_below` is the session's.
    """

    def __init__(
        self,
        run: Run,
        greeting: Replaying,
        pace: Pace,
        before: RenderFacts | None = None,
        slow_below: int = 0,
    ) -> None:
        self._run = run
        self._greeting = greeting
        self._spans: dict[int, HeroSpan] = {}
        self._audience = Audience(ticks_per_second=greeting.ticks_per_second)
        self._paces = Paces(pace, before.in_turns if before else (), slow_below)
        logs = before.logs if before else {}
        self._audience.restore_views(View(entity, read_log(log)) for entity, log in logs.items())
        self._frames: dict[int, list[ShownFrame]] = {}
        self._bytes = 0

    @property
    def step(self) -> int:
        """The last step that was taken."""
        return self._run.progress.step

    def render(self, steps: Iterable[StepRecord]) -> Rendered | None:
        """Take some of these steps, as many as one render may hold; None if there are none."""
        run = self._run
        facts = RenderFacts(self.step, run.progress.ticks, self._greeting)
        self._begin()
        elapsed = 0
        for record in steps:
            self._take_step(record, facts)
            facts.waits.append(real_time(record, run.progress.ticks) - elapsed)
            elapsed += facts.waits[-1]
            if len(facts.ticks) >= MOST_STEPS or self._bytes >= MOST_FRAMES:
                break
        if not facts.ticks:
            return None
        facts.heroes = list(self._spans.values())
        facts.logs, facts.in_turns = self._audience.logs(), self._paces.in_turns
        return Rendered(
            self._greeting.run,
            facts.after + 1,
            facts.last,
            run.progress.ticks,
            pack_facts(facts),
            {entity: pack_frames(frames) for entity, frames in self._frames.items()},
            elapsed,
        )

    def _begin(self) -> None:
        """Let each view begin with a keyframe."""
        self._frames, self._bytes = {}, 0
        for span in self._spans.values():
            span.since = 0
        self._audience.add(PARTY, PARTY)
        self._meet_heroes(0)
        for entity, span in self._spans.items():
            if span.until is None:
                self._audience.add(entity, entity)

    def _take_step(self, record: StepRecord, facts: RenderFacts) -> None:
        run, inputs = self._run, record.inputs
        ticks = run.progress.ticks
        clocks = {entity: floor.state.clock for entity, floor in run.index.floors.items()}
        events = step(run, inputs)
        self._paces.record_moves(inputs)
        if events:
            self._meet_heroes(self.step)
            self._audience.note_events(run, events)
        parcels = self._audience.make_frames(run, self._paces.statuses(run))
        if events:
            self._note_deaths()
        for parcel in parcels:
            self._record(parcel)
        places = run.index.floors
        moved = [places[entity].state.clock - clock for entity, clock in clocks.items()]
        facts.ticks.append(run.progress.ticks - ticks)
        facts.clocks.append(max(moved, default=0))

    def _meet_heroes(self, since: int) -> None:
        """Open the views of new heroes."""
        for entity, hero in self._run.world.each(Hero):
            if entity in self._spans:
                continue
            name = self._run.world.get(entity, Actor).name
            until = since if hero.fate else None
            self._spans[entity] = HeroSpan(entity, hero.seat, name, since, until)
            if not hero.fate:
                self._audience.open_view(entity)
                self._audience.add(entity, entity)

    def _note_deaths(self) -> None:
        for entity, hero in self._run.world.each(Hero):
            if hero.fate and self._spans[entity].until is None:
                self._spans[entity].until = self.step
                self._audience.remove(entity)

    def _record(self, parcel: Parcel) -> None:
        """Note a frame for each view that it is of."""
        for entity in parcel.members:
            # The viewer of a hero that has just died is shown the party next: that is no part of
            # the hero's own view.
            dead = entity in self._spans and self._spans[entity].until is not None
            if dead and not isinstance(decode_server(parcel.data), Delta):
                continue
            self._frames.setdefault(entity, []).append(ShownFrame(self.step, parcel.data))
            self._bytes += len(parcel.data)


class UnrenderedSteps(NamedTuple):
    """The steps after `after` up to `last` in a part of a run, which can be simulated now."""

    part: RulesPart
    after: int
    last: int


def unrendered_of(reader: RenderReader, run: str) -> list[UnrenderedSteps]:
    """Return the steps of a run that the present rules played and that are not rendered yet.

    A run that goes on is rendered up to its last snapshot: the steps after it are few, and it is
    from there that the next render can begin.

    Raises KeyError or DamagedRunError.
    """
    info, rendered = reader.info(run), reader.rendered(run)
    moments = [moment.step for moment in reader.moments(run)]
    end = info.steps if info.state in OVER else max(moments, default=0)
    found: list[UnrenderedSteps] = []
    for part in parts_of(reader.rules_stretches(run)):
        last = end if part.end is None else part.end
        begun = part.rules_stretch.after
        after = max((each.last for each in rendered if begun < each.first <= last), default=begun)
        if part.rules_stretch.rules == RULES and after < last:
            found.append(UnrenderedSteps(part, after, last))
    return found


def rendering(
    store: StoreAddress,
    run: str,
    repertoire: Repertoire,
    on_step: Callable[[], None] = lambda: None,
) -> Iterator[Rendered]:
    """Yield the renders of all that is not rendered yet of a run.

    `on_step` is called for each step.

    Raises UnplayableRunError or RecoveryError.
    """
    with reading(store) as reader:
        wanted = unrendered_of(reader, run)
    for each in wanted:
        source = RunReader(store, run, repertoire, each.part, on_step)
        yield from _rendering(store, source, each)


def _rendering(
    store: StoreAddress, source: RunReader, wanted: UnrenderedSteps
) -> Iterator[Rendered]:
    name = source.header.run
    with reading(store) as reader:
        seats = reader.seats(name)
    run = source.run_at(wanted.after)
    try:
        while run.progress.step < wanted.after:
            step(run, source.inputs(run.progress.step + 1))
        before = _facts_before(store, name, wanted.after)
        tempo = source.tempo
        greeting = greeting_of(source.header, source.game, seats, tempo.ticks_per_second)
        renderer = Renderer(run, greeting, source.header.pace, before, tempo.slow_below)
        steps = _records(source, wanted)
        while render := renderer.render(steps):
            yield render
    finally:
        run.world.close()


def _records(source: RunReader, wanted: UnrenderedSteps) -> Iterator[StepRecord]:
    for number in range(wanted.after + 1, wanted.last + 1):
        yield source.record(number)


def _facts_before(store: StoreAddress, name: str, last: int) -> RenderFacts | None:
    """Return the facts of the render that ends with a step; None if there is none to be read."""
    try:
        renders = RunRenders(store, name)
        found = (each for each in renders.stretches if each.last == last)
        stretch = next(found, None)
        return None if stretch is None else renders.facts(stretch.first)
    except UnplayableRunError:
        return None
