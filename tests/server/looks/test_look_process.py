"""The server's end of looks: a process that is started on demand, and bounds on who waits."""

import asyncio
import json
from pathlib import Path

import pytest

from support.processes.waiting import until
from support.sessions.durable_host import played
from undertide_server.looks import look_process
from undertide_server.looks.errors import BadLookError, LookFailedError
from undertide_server.looks.look_process import BUSY, MOST_LOOKS, LookProcess
from undertide_server.looks.messages import LookAtRun
from undertide_server.replays.messages import PipeBeat, packed
from undertide_server.util import heartbeat


async def test_a_process_takes_looks_and_refuses_what_is_not_there(tmp_path: Path) -> None:
    run, process = played(tmp_path, 30).name, LookProcess()
    command = LookAtRun(str(tmp_path), run)
    assert json.loads(await process.take_look(command))["step"] == 30
    with pytest.raises(BadLookError, match="no step 99"):
        await process.take_look(LookAtRun(str(tmp_path), run, 99))
    await process.close()


async def test_no_more_than_a_few_wait(tmp_path: Path) -> None:
    run, process = played(tmp_path, 30).name, LookProcess()
    command = LookAtRun(str(tmp_path), run)
    looks = [process.take_look(command) for _ in range(MOST_LOOKS + 2)]
    told = await asyncio.gather(*looks, return_exceptions=True)
    refused = [str(each) for each in told if isinstance(each, LookFailedError)]
    assert refused == [BUSY, BUSY]
    assert sum(isinstance(each, bytes) for each in told) == MOST_LOOKS
    await process.close()


async def test_a_process_that_fails_is_told_and_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, process = played(tmp_path, 30).name, LookProcess()
    command = LookAtRun(str(tmp_path), run)
    with monkeypatch.context() as failing:
        failing.setattr(look_process, "WORKER", ("-c", "print('x' * 100)"))
        with pytest.raises(LookFailedError):
            await process.take_look(command)
    assert json.loads(await process.take_look(command))["step"] == 30
    await process.close()


async def test_a_process_that_hangs_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heartbeat, "BEAT_SECONDS", 0.01)
    beat = f"sys.stdout.buffer.write({packed(PipeBeat())!r}); sys.stdout.flush()"
    words = f"import sys, time; {beat}; time.sleep(60)"
    monkeypatch.setattr(look_process, "WORKER", ("-c", words))
    process = LookProcess()
    with pytest.raises(LookFailedError) as failure:
        await process.take_look(LookAtRun(str(tmp_path), "r1"))
    assert failure.value.is_hung


async def test_a_look_that_is_given_up_leaves_no_answer_for_the_next(tmp_path: Path) -> None:
    run, process = played(tmp_path, 30).name, LookProcess()
    given_up = asyncio.create_task(process.take_look(LookAtRun(str(tmp_path), run, 7)))
    await until(lambda: process.runs)
    given_up.cancel()
    await asyncio.wait([given_up])
    assert json.loads(await process.take_look(LookAtRun(str(tmp_path), run, 8)))["step"] == 8
    await process.close()


async def test_a_process_ends_when_nobody_looks_for_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(look_process, "IDLE_SECONDS", 0.0)
    process = LookProcess()
    await process.take_look(LookAtRun(str(tmp_path), played(tmp_path, 30).name))
    await until(lambda: not process.runs)
    await process.close()
