import asyncio

import click
import pytest

from undertide_server.process import event_loop
from undertide_server.process.event_loop import ASYNCIO, LOOP_VARIABLE, UVLOOP, loop_name, run
from undertide_shared import extras


async def name_and_clock() -> tuple[str, bool]:
    """Return the name of the loop, and whether its clock moves within a millisecond."""
    loop = asyncio.get_running_loop()
    times = {loop.time() for _ in range(1000)}
    return loop_name(), len(times) > 100


@pytest.fixture
def lacking(monkeypatch: pytest.MonkeyPatch) -> None:
    """The extra is not installed."""
    for module in (event_loop, extras):
        monkeypatch.setattr(module, "find_spec", lambda _name: None)


@pytest.mark.parametrize(("named", "runs"), [("", UVLOOP), (UVLOOP, UVLOOP), (ASYNCIO, ASYNCIO)])
def test_the_fastest_loop_runs_unless_another_is_named(
    monkeypatch: pytest.MonkeyPatch, named: str, runs: str
) -> None:
    monkeypatch.setenv(LOOP_VARIABLE, named)
    assert run(name_and_clock()) == (runs, True)


@pytest.mark.usefixtures("lacking")
def test_a_plain_install_runs_on_asyncio(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(LOOP_VARIABLE, raising=False)
    assert run(name_and_clock())[0] == ASYNCIO


@pytest.mark.usefixtures("lacking")
def test_whoever_names_a_loop_that_is_not_there_reads_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(LOOP_VARIABLE, UVLOOP)
    told = r"^UNDERTIDE_LOOP=uvloop: .*pip install 'undertide\[fast\]'"
    with pytest.raises(click.ClickException, match=told):
        run(name_and_clock())


def test_a_loop_that_nobody_knows_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(LOOP_VARIABLE, "trio")
    with pytest.raises(click.ClickException, match="UNDERTIDE_LOOP must be asyncio or uvloop"):
        run(name_and_clock())
