"""A session that ends is gone at once: reference counts free it, without garbage collection."""

import gc
from collections.abc import Callable
from pathlib import Path

import pytest

from support.content.shipped import shipped
from support.sessions.bot_sessions import Company
from support.sessions.synchronous_journal import WritingJournal
from undertide_server.sessions.registry import Registry
from undertide_server.sessions.resting import CheckEntry
from undertide_server.sessions.session import Session
from undertide_server.simulation.state.floor_index import FloorIndex
from undertide_server.simulation.state.world import World
from undertide_server.util.slices import Slices
from undertide_server.views.view import View
from undertide_shared.messages import Pace

KINDS = (Session, World, FloorIndex, View)
"""What a session has most of its memory in."""
STEPS = 60
"""Enough that bots meet monsters, are refused actions, and die."""
End = Callable[[Registry, Session], None]


class NoRuns:
    """A place for resting runs, which nobody brings back."""

    def read(self, run: str, check: CheckEntry, handover: object = None) -> Slices[Session | None]:
        raise NotImplementedError

    def opens_seat(self, run: str, token: bytes) -> bool:
        raise NotImplementedError

    def refuse_owner(self, run: str, token: bytes) -> None:
        raise NotImplementedError


def close(registry: Registry, session: Session) -> None:
    registry.close(session, "over")


def set_aside(registry: Registry, session: Session) -> None:
    registry.close(session, "it failed", "aside")


def rest(registry: Registry, session: Session) -> None:
    registry.resting_runs = NoRuns()
    registry.close(session, "nobody was here")


def drop(registry: Registry, session: Session) -> None:
    registry.drop(session)


def company(journal: WritingJournal, preset: str, pace: Pace) -> Company:
    """Return a session with two bots."""
    made = Company(journal, shipped(preset), preset, pace, 1)
    for number in range(2):
        made.add(number, 2)
    return made


def alive() -> int:
    """Return how many sessions, worlds, floors and views there are."""
    return sum(issubclass(type(each), KINDS) for each in gc.get_objects())


@pytest.mark.usefixtures("no_collection")
@pytest.mark.parametrize("end", [close, set_aside, rest, drop])
@pytest.mark.parametrize(("preset", "pace"), [("default", "real"), ("keep", "auto")])
def test_a_session_that_ended_is_freed_by_reference_counts(
    end: End, preset: str, pace: Pace, tmp_path: Path
) -> None:
    before = alive()
    with WritingJournal(tmp_path) as journal:
        made = company(journal, preset, pace)
        made.session.watch(100, "Will", None, made.now)
        made.play(STEPS)
        assert alive() - before >= len(KINDS)
        session = made.__dict__.pop("session")
        end(made.registry, session)
        session.outbox.take_committed()
        del session
        assert alive() == before


@pytest.mark.usefixtures("no_collection")
@pytest.mark.parametrize(("preset", "pace"), [("default", "real"), ("keep", "auto")])
def test_play_leaves_no_cyclic_garbage(preset: str, pace: Pace, tmp_path: Path) -> None:
    with WritingJournal(tmp_path) as journal:
        made = company(journal, preset, pace)
        gc.collect()
        made.play(STEPS, comes_back=True)
        assert gc.collect() == 0
