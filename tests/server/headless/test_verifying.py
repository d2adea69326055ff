"""Verifying a stored run: every hash is compared, and a difference is named."""

from pathlib import Path

import pytest

from support.content.repertoire import REPERTOIRE
from support.sessions.durable_host import Host, played
from support.sessions.kept_runs import change
from undertide_server.headless import headless_run, verifying
from undertide_server.headless.verifying import Foreign, HashDifference, VerifyReport, verify
from undertide_server.sessions import stepper
from undertide_server.sessions.durability.recovery import recover
from undertide_server.sessions.model.errors import RecoveryError
from undertide_server.simulation.components.actors import Body
from undertide_server.simulation.components.heroes import Hero
from undertide_server.simulation.pipeline import step
from undertide_server.simulation.snapshot import take_snapshot
from undertide_server.simulation.state.run import Run
from undertide_server.simulation.version import RULES
from undertide_server.store.reader import Reader
from undertide_server.store.records import KeptState, RulesStretch, Snapshot
from undertide_server.store.writer import Writer
from undertide_server.store.writes import Kept, Renewed


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one run of 100 steps and a hash at every twentieth."""
    monkeypatch.setattr(stepper, "HASH_EVERY", 20)
    played(tmp_path, 100)
    return tmp_path


def verdict_of(folder: Path) -> VerifyReport:
    with Reader(folder) as reader:
        (info,) = reader.runs()
        return verify(reader, info.run, REPERTOIRE)


def hurt_hero_at(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the simulation take a hit point from the hero at one step."""

    def hurt(run: Run, inputs: object) -> object:
        events = step(run, inputs)  # type: ignore[arg-type]
        if run.progress.step == number:
            for entity, _ in run.world.each(Hero):
                run.world.get(entity, Body).life -= 1
        return events

    monkeypatch.setattr(headless_run, "step", hurt)


def hero_in(folder: Path) -> int:
    with Reader(folder) as reader:
        run = recover(reader, reader.runs()[0].run, REPERTOIRE).run
    return next(iter(run.world.each(Hero)))[0]


def test_every_hash_of_an_honest_run_holds(folder: Path) -> None:
    verdict = verdict_of(folder)
    assert verdict.holds
    assert verdict.hashes == 5
    assert verdict.foreign == []


def test_every_snapshot_is_compared(tmp_path: Path) -> None:
    host = Host(tmp_path)
    for _ in range(3):
        host.play(15)
        host.keep()
    host.stop()
    assert verdict_of(tmp_path).snapshots == 3


def test_an_early_snapshot_that_differs_is_named(tmp_path: Path) -> None:
    host = Host(tmp_path)
    host.play(15)
    hero = next(iter(host.session.members.seating)).hero
    assert hero is not None
    world = host.session.run.world
    world.get(hero, Body).life -= 1
    host.keep()
    world.get(hero, Body).life += 1
    host.play(15)
    host.keep()
    host.stop()
    assert verdict_of(tmp_path).difference == HashDifference(15, hero, "Body")


def test_the_last_step_of_a_run_has_a_hash(tmp_path: Path) -> None:
    host = Host(tmp_path)
    host.play(7)
    host.session.run.progress.ended = True
    host.session.disconnect(1, host.now)
    host.session.advance(host.now)
    host.stop()
    with Reader(tmp_path) as reader:
        assert list(reader.hashes(host.name)) == [host.session.run.progress.step]
        assert reader.info(host.name).state == "ended"


def test_a_difference_names_step_entity_and_component(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hero = hero_in(folder)
    hurt_hero_at(47, monkeypatch)
    verdict = verdict_of(folder)
    assert verdict.difference == HashDifference(60, hero, "Body")
    assert verdict.hashes == 2


def test_another_seed_differs_at_the_first_hash(folder: Path) -> None:
    change(folder, "UPDATE runs SET seed = x'01010101010101010101010101010101'")
    verdict = verdict_of(folder)
    assert verdict.difference is not None
    assert verdict.difference.step == 20


def test_a_snapshot_that_differs_is_named_too(folder: Path) -> None:
    with Reader(folder) as reader:
        run = recover(reader, reader.runs()[0].run, REPERTOIRE).run
    hero = hero_in(folder)
    run.world.get(hero, Body).life -= 1
    writer = Writer(folder)
    with Reader(folder) as reader:
        name = reader.runs()[0].run
    writer.apply([Kept(name, 100, 100, KeptState(take_snapshot(run)))])
    writer.close()
    assert verdict_of(folder).difference == HashDifference(100, hero, "Body")


def test_steps_of_other_rules_are_foreign_and_the_rest_is_compared(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Reader(folder) as reader:
        (info,) = reader.runs()
        run = recover(reader, info.run, REPERTOIRE).run
    writer = Writer(folder)
    writer.apply([Renewed(info.run, RulesStretch(RULES + 1, Snapshot(100, take_snapshot(run))))])
    writer.close()
    assert verdict_of(folder).foreign == []
    monkeypatch.setattr(verifying, "RULES", RULES + 1)
    verdict = verdict_of(folder)
    assert verdict.foreign == [Foreign(1, 100, RULES)]
    assert verdict.holds


def test_missing_steps_are_told(folder: Path) -> None:
    change(folder, "DELETE FROM stretches WHERE first = (SELECT max(first) FROM stretches)")
    with pytest.raises(RecoveryError, match=r"steps \d+ to 100 are missing"):
        verdict_of(folder)


def test_content_that_cannot_be_read_is_told(folder: Path) -> None:
    change(folder, "UPDATE contents SET content = x'789c030000000001'")
    with pytest.raises(RecoveryError, match="content"):
        verdict_of(folder)
