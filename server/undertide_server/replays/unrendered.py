"""The steps of a stored run that are not rendered yet, and their renders, one after another."""

from collections.abc import Iterator
from typing import NamedTuple

from undertide_server.replays.errors import UnplayableRunError
from undertide_server.replays.playback import greeting_of
from undertide_server.replays.render import RenderFacts
from undertide_server.replays.render_tape import RenderTape
from undertide_server.replays.renderer import Renderer
from undertide_server.replays.tape import RulesPart, Tape, parts_of, reading
from undertide_server.simulation.pipeline import step
from undertide_server.simulation.version import RULES
from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.records import OVER, StepRecord
from undertide_server.store.renders import Rendered, RenderReader


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


def rendering(store: StoreAddress, run: str) -> Iterator[Rendered]:
    """Yield the renders of all that is not rendered yet of a run.

    Raises UnplayableRunError or RecoveryError.
    """
    with reading(store) as reader:
        wanted = unrendered_of(reader, run)
    for each in wanted:
        yield from _rendering(store, run, each)


def _rendering(store: StoreAddress, name: str, wanted: UnrenderedSteps) -> Iterator[Rendered]:
    tape = Tape(store, name, wanted.part)
    with reading(store) as reader:
        seats = reader.seats(name)
    run = tape.run_at(wanted.after)
    try:
        while run.progress.step < wanted.after:
            step(run, tape.inputs(run.progress.step + 1))
        before = _facts_before(store, name, wanted.after)
        tempo = tape.tempo
        greeting = greeting_of(tape.header, tape.game, seats, tempo.ticks_per_second)
        renderer = Renderer(run, greeting, tape.header.pace, before, tempo.slow_below)
        steps = _records(tape, wanted)
        while render := renderer.render(steps):
            yield render
    finally:
        run.world.close()


def _records(tape: Tape, wanted: UnrenderedSteps) -> Iterator[StepRecord]:
    for number in range(wanted.after + 1, wanted.last + 1):
        yield tape.record(number)


def _facts_before(store: StoreAddress, name: str, last: int) -> RenderFacts | None:
    """Return the facts of the render that ends with a step; None if there is none to be read."""
    try:
        tape = RenderTape(store, name)
        found = (each for each in tape.stretches if each.last == last)
        stretch = next(found, None)
        return None if stretch is None else tape.facts(stretch.first)
    except UnplayableRunError:
        return None
