"""Runs that need an extension, on servers that have it, lack it, or have another version."""

import asyncio
import json
import signal
from pathlib import Path
from typing import Any

from support.content.own_extension import DOOM, NAME, PRESET, write_extension
from support.gateway.raw_clients import Client, guest, new_session
from support.processes.commands import undertide
from support.processes.restarted_server import lasting
from support.sessions.remembering_bots import Witness, only_run, until, witnesses
from undertide_server.gateway.loop.session_scheduler import EXTENSION_FAILED
from undertide_server.store.reader import Reader
from undertide_server.store.records import StoredRun
from undertide_shared.messages import Error, Join, Keyframe, Left, Replay, Replaying

PLAIN = ("--seed", "7", "--pace", "real")
CHOSEN = (*PLAIN, "--preset", PRESET)
LACKED = f"needs the extension {NAME} with rules 1"


def info_of(folder: Path) -> StoredRun:
    with Reader(folder) as reader:
        (info,) = reader.runs()
    return info


def verified(folder: Path, extensions: str) -> tuple[int, dict[str, Any]]:
    """Return the exit code and the verdict of verifying the only run with these extensions."""
    words = ("runs", "verify", "--all", "--data", str(folder), "--json")
    told = undertide(*words, UNDERTIDE_EXTENSIONS=extensions)
    (verdict,) = json.loads(told.stdout)["runs"]
    where = ("--data", str(folder), "--json")
    listed = undertide("runs", "list", *where, UNDERTIDE_EXTENSIONS=extensions)
    (run,) = json.loads(listed.stdout)["runs"]
    assert (run["fault"] or "") in verdict["problem"]
    assert bool(run["fault"]) is bool(verdict["problem"])
    return told.returncode, verdict


async def plays(link: Witness, intents: int = 3) -> None:
    """Wait until a player has its seat and some more of its intents were settled."""
    await until([link], lambda: link.playing, "the player has a seat")
    goal = link.settled + intents
    await until([link], lambda: link.settled >= goal, "intents are settled")


async def asks_again(link: Witness) -> None:
    """Wait until a player was refused and has asked again."""
    told = len(link.statuses)
    await until([link], lambda: len(link.statuses) > told + 1, "it asks again")


async def replay_refused(client: Client, run: str) -> str:
    """Ask for a replay; return why it is refused."""
    await client.send(Replay(run))
    return (await client.until(Error)).reason


async def test_a_run_waits_for_its_extension_and_goes_on_with_it(
    content: Path, tmp_path: Path
) -> None:
    first = str(write_extension(tmp_path / "first"))
    other = str(write_extension(tmp_path / "other", 2))
    later = str(write_extension(tmp_path / "later", 3, (1, 2)))
    folder = tmp_path / "data"
    with lasting(folder, *PLAIN, "--config", str(content), extensions=first) as host:
        session = await new_session(host.address, PRESET)
        async with witnesses(host.address, session, 1) as (link,):
            await plays(link)
            await asyncio.to_thread(host.server.stop, signal.SIGKILL)
            kept = info_of(folder)
            for extensions, reason in (
                ("", LACKED),
                (other, f"{LACKED}; {NAME} 2.0 plays rules 2"),
            ):
                await asyncio.to_thread(host.restart, extensions=extensions)
                assert reason in host.server.logged("runs can't be played")
                await asks_again(link)
                assert link.lefts == 0
                async with guest(host.address) as client:
                    assert reason in await replay_refused(client, kept.run)
                await asyncio.to_thread(host.server.stop, signal.SIGTERM)
                assert info_of(folder) == kept
                code, verdict = await asyncio.to_thread(verified, folder, extensions)
                assert (code, verdict["holds"]) == (1, False)
                assert reason in verdict["problem"]
            await asyncio.to_thread(host.restart, extensions=later)
            await plays(link)
            assert [joined.seat for joined in link.joined] == [0, 0]
            async with guest(host.address) as client:
                await client.send(Replay(kept.run))
                await client.until(Replaying)
                await client.until(Keyframe)
        await asyncio.to_thread(host.server.stop, signal.SIGTERM)
    assert info_of(folder).steps > kept.steps
    for extensions in (first, later):
        code, verdict = await asyncio.to_thread(verified, folder, extensions)
        assert (code, verdict["holds"]) == (0, True)


async def test_a_copy_of_a_run_needs_its_extension_too(content: Path, tmp_path: Path) -> None:
    extensions = str(write_extension(tmp_path / "extensions"))
    folder, copied = tmp_path / "data", tmp_path / "copied"
    copied.mkdir()
    with lasting(folder, *CHOSEN, "--config", str(content), extensions=extensions) as host:
        session = await new_session(host.address)
        async with witnesses(host.address, session, 1) as (link,):
            await plays(link)
        await asyncio.to_thread(host.server.stop, signal.SIGTERM)
    file = str(tmp_path / "run")
    for words in (
        ("export", only_run(folder), file, "--data", str(folder)),
        ("import", file, "--data", str(copied)),
    ):
        done = await asyncio.to_thread(undertide, "runs", *words)
        assert done.returncode == 0, done.stderr
    code, verdict = await asyncio.to_thread(verified, copied, "")
    assert code == 1
    assert LACKED in verdict["problem"]
    assert (await asyncio.to_thread(verified, copied, extensions))[0] == 0


async def test_an_error_of_an_extension_ends_its_session_alone_and_names_it(
    content: Path, tmp_path: Path
) -> None:
    extensions = str(write_extension(tmp_path / "extensions"))
    chosen = (*CHOSEN, "--config", str(content), "--extensions", extensions)
    with lasting(tmp_path / "data", *chosen) as host:
        innocent, doomed = [await new_session(host.address) for _ in range(2)]
        async with witnesses(host.address, innocent, 1) as (link,):
            await plays(link)
            async with guest(host.address) as client:
                await client.send(Join(doomed, DOOM))
                assert await client.until(Left) == Left(doomed, EXTENSION_FAILED.format(NAME))
            assert f"extension={NAME}" in host.server.logged("extension failed")
            await plays(link)
            assert link.lefts == 0
        assert host.server.log.count("session failed") == 1
        await asyncio.to_thread(host.server.stop, signal.SIGTERM)
    with Reader(host.folder) as reader:
        told = {each.session: (each.state, each.reason) for each in reader.runs()}
    assert told == {innocent: ("live", ""), doomed: ("aside", EXTENSION_FAILED.format(NAME))}
