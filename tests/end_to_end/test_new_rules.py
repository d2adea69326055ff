"""A server whose rules have changed: runs go on after a stop, and wait after a crash."""

import asyncio
import json
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support.gateway.raw_clients import guest, new_session
from support.processes.commands import undertide
from support.processes.restarted_server import Lasting, lasting
from support.sessions.remembering_bots import Witness, only_run, until, witnesses
from undertide_server.simulation.version import RULES
from undertide_server.store.reader import Reader
from undertide_server.store.records import StoredRun
from undertide_shared.messages import Error, Watch

NEW = RULES + 1


@pytest.fixture
def host(content: Path, tmp_path: Path) -> Iterator[Lasting]:
    """A server by today's rules on which a run plays in real time."""
    chosen = ("--config", str(content), "--preset", "quiet", "--seed", "7", "--pace", "real")
    with lasting(tmp_path / "data", *chosen) as running:
        yield running


def info_of(host: Lasting) -> StoredRun:
    with Reader(host.folder) as reader:
        (info,) = reader.runs()
    return info


def rules_of(host: Lasting) -> list[int]:
    with Reader(host.folder) as reader:
        return [stretch.rules for stretch in reader.rules_stretches(only_run(host.folder))]


def verified(host: Lasting, rules: int) -> tuple[int, dict[str, Any]]:
    """Return the exit code and the verdict of verifying the run by a version of the rules."""
    told = undertide("runs", "verify", "--all", "--data", str(host.folder), "--json", rules=rules)
    (verdict,) = json.loads(told.stdout)["runs"]
    return told.returncode, verdict


async def plays(link: Witness, intents: int = 2) -> None:
    """Wait until a player has its seat and some more of its intents were settled."""
    await until([link], lambda: link.playing, "the player has a seat")
    goal = link.settled + intents
    await until([link], lambda: link.settled >= goal, "intents are settled")


async def test_after_a_stop_a_run_goes_on_by_the_new_rules(host: Lasting) -> None:
    session = await new_session(host.address)
    async with witnesses(host.address, session, 1) as (link,):
        await plays(link)
        await asyncio.to_thread(host.server.stop, signal.SIGTERM)
        stopped = info_of(host).steps
        await asyncio.to_thread(host.restart, NEW)
        await plays(link)
        assert [joined.seat for joined in link.joined] == [0, 0]
        assert link.lefts == 0
    await asyncio.to_thread(host.server.stop, signal.SIGTERM)
    assert rules_of(host) == [RULES, NEW]
    last = info_of(host).steps
    code, verdict = verified(host, NEW)
    assert (code, verdict["holds"]) == (0, True)
    assert verdict["foreign"] == [{"first": 1, "last": stopped, "rules": RULES}]
    assert verdict["snapshots"] >= 1, "of the second stop"
    code, verdict = verified(host, RULES)
    assert (code, verdict["holds"]) == (0, True)
    assert verdict["foreign"] == [{"first": stopped + 1, "last": last, "rules": NEW}]


async def test_after_a_crash_it_is_set_aside_until_its_own_rules_have_stopped_it(
    host: Lasting,
) -> None:
    session = await new_session(host.address)
    async with witnesses(host.address, session, 1) as (link,):
        await plays(link)
        await asyncio.to_thread(host.server.stop, signal.SIGKILL)
    steps = info_of(host).steps
    await asyncio.to_thread(host.restart, NEW)
    async with guest(host.address) as client:
        await client.send(Watch(session))
        assert (await client.until(Error)).code == "unknown_session"
    await asyncio.to_thread(host.server.stop, signal.SIGTERM)
    aside = info_of(host)
    assert (aside.state, aside.steps) == ("aside", steps)
    assert f"played by rules {RULES}, this server plays by {NEW}" in aside.reason
    assert "start the version it ran on, stop it with SIGTERM" in aside.reason
    for rules in (RULES, NEW):
        await asyncio.to_thread(host.restart, rules)
        await asyncio.to_thread(host.server.logged, "kept runs are back")
        await asyncio.to_thread(host.server.stop, signal.SIGTERM)
        assert info_of(host).state == "live"
    assert rules_of(host) == [RULES, NEW]
