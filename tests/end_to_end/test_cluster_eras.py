"""A database that nodes of an earlier version kept: a node of this one goes on with its runs."""

import asyncio
import json
import signal
from pathlib import Path
from typing import Any

import psycopg
import pytest

from support.gateway.raw_clients import Client, guest
from support.processes.commands import serving, undertide
from support.sessions.eras import POSTGRES_ERAS, Era
from undertide_server.simulation.version import RULES
from undertide_server.startup.kept_runs import SET_ASIDE
from undertide_server.store.postgres_tables import TABLES
from undertide_server.store.reader import Reader
from undertide_shared.messages import Act, Delta, Error, Join, Joined, Keyframe, Wait


def test_there_is_an_era_of_these_tables() -> None:
    assert TABLES.version in {era.tables for era in POSTGRES_ERAS}


def told(url: str, *words: str) -> dict[str, Any]:
    """Return what a command for runs tells of a database."""
    done = undertide("runs", *words, "--json", UNDERTIDE_CLUSTER=url)
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


def only_run(url: str) -> dict[str, Any]:
    (run,) = told(url, "list")["runs"]
    assert (run["state"], run["fault"]) == ("live", None)
    assert [each["holds"] for each in told(url, "verify", "--all")["runs"]] == [True]
    return dict(run)


LATER = 1000
"""A sequence after all that a run has had from its seats."""


async def waited(client: Client) -> None:
    """Wait until a hero has waited: a step was made."""
    while True:
        frame = await client.until(Delta)
        report = frame.intent
        if report is not None and report.sequence == LATER and report.outcome == "done":
            return


@pytest.mark.parametrize("left", ["stopped", "killed"])
@pytest.mark.parametrize("era", POSTGRES_ERAS, ids=lambda era: era.name)
async def test_its_seats_are_taken_again_and_its_run_goes_on(
    era: Era, left: str, empty_postgres_url: str, tmp_path: Path
) -> None:
    seats, url = era.unpack(tmp_path), empty_postgres_url
    with psycopg.connect(url, autocommit=True) as database:
        database.execute((tmp_path / f"{left}.sql").read_bytes())
    if era.tables < TABLES.version:
        # A command changes no tables: the first node that starts does.
        refused = await asyncio.to_thread(undertide, "runs", "list", UNDERTIDE_CLUSTER=url)
        assert f"tables of version {era.tables}" in refused.stderr
    with serving("--cluster", url) as node:
        if left == "killed" and era.rules != RULES:
            # Steps after the last snapshot can't be played again: the version that it ran can.
            for name, token in seats.tokens.items():
                async with guest(node.address) as client:
                    await client.send(Join(seats.session, name, token))
                    assert (await client.until(Error)).reason == SET_ASIDE
            assert "start the version it ran" in node.log
            assert node.stop(signal.SIGTERM)[0] == 0
            return
        before = await asyncio.to_thread(only_run, url)
        for name, token in seats.tokens.items():
            async with guest(node.address) as client:
                await client.send(Join(seats.session, name, token))
                assert (await client.until(Joined)).token != token
                await client.until(Keyframe)
                await client.send(Act(LATER, Wait()))
                await waited(client)
        assert node.stop(signal.SIGTERM)[0] == 0
    after = await asyncio.to_thread(only_run, url)
    assert after["ticks"] > before["ticks"]
    file, folder = str(tmp_path / "run"), tmp_path / "elsewhere"
    carried = ("runs", "export", before["run"], file)
    done = await asyncio.to_thread(undertide, *carried, UNDERTIDE_CLUSTER=url)
    assert done.returncode == 0, done.stderr
    folder.mkdir()
    done = await asyncio.to_thread(undertide, "runs", "import", file, "--data", str(folder))
    assert done.returncode == 0, done.stderr
    with Reader(folder) as reader:
        assert [info.ticks for info in reader.runs()] == [after["ticks"]]
