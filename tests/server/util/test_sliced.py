"""Long work leaves the event loop to others between its slices."""

import asyncio

import pytest

from undertide_server.util import sliced
from undertide_server.util.sliced import in_slices
from undertide_server.util.slices import Slices


def work(done: list[str]) -> Slices[str]:
    try:
        for number in range(3):
            done.append(f"slice {number}")
            yield
        return "result"
    finally:
        done.append("end")


async def test_others_run_between_the_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sliced, "SLICE_SECONDS", 0.0)
    done: list[str] = []

    async def other() -> None:
        done.append("other")

    task = asyncio.create_task(other())
    assert await in_slices(work(done)) == "result"
    await task
    assert done == ["slice 0", "other", "slice 1", "slice 2", "end"]


async def test_a_check_between_the_slices_ends_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sliced, "SLICE_SECONDS", 0.0)
    done: list[str] = []

    def stop() -> None:
        raise RuntimeError("stopping")

    with pytest.raises(RuntimeError, match="stopping"):
        await in_slices(work(done), stop)
    assert done == ["slice 0", "end"]
