"""The commands by which operators look at a server, called in this process against a gateway."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from structlog.testing import capture_logs

from support.gateway.real_gateway import Hosted, hosted
from support.sessions.durable_host import Host, played
from undertide_client.cli.admin import admin
from undertide_server.accounts.operators import operator_key
from undertide_shared.messages import ListChat, Say


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Keep the gateway's log, of this process too, out of what the commands print."""
    with capture_logs():
        yield


async def call(host: Hosted, folder: Path, *words: str) -> Result:
    """Run a command of an operator while the gateway goes on."""
    operator_key(folder)
    arguments = [host.address, "--data", str(folder), *words]
    return await asyncio.to_thread(CliRunner().invoke, admin, arguments)


async def printed(host: Hosted, folder: Path, *words: str) -> str:
    result = await call(host, folder, *words)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture
def kept(tmp_path: Path) -> Host:
    return played(tmp_path / "runs", 60)


async def test_a_run_is_looked_into_by_its_name(tmp_path: Path, kept: Host) -> None:
    async with hosted(tmp_path / "runs", accounts=tmp_path) as host:
        whole = await printed(host, tmp_path, "look", kept.name)
        assert "Step 60 of 1 to 60" in whole
        assert "the Cellars" in whole
        assert "Systems of a tick: heroes_act" in whole
        floor = await printed(host, tmp_path, "look", kept.name, "--floor", "1")
        assert "@" in floor
        hero = await printed(host, tmp_path, "look", kept.name, "--component", "Hero")
        assert "Ann on floor 1 at" in hero
        none = await printed(host, tmp_path, "look", kept.name, "--component", "Mind.mood=dancing")
        assert "No entity is like that." in none


async def test_two_steps_are_compared_in_text_and_json(tmp_path: Path, kept: Host) -> None:
    words = ("look", kept.name, "--step", "40", "--since", "10", "--component", "Orders")
    async with hosted(tmp_path / "runs", accounts=tmp_path) as host:
        text = await printed(host, tmp_path, *words)
        assert "compared with step 10" in text
        assert "  Orders.received: " in text
        told = json.loads(await printed(host, tmp_path, *words, "--json"))
        assert (told["step"], told["since"]) == (40, 10)
        assert next(iter(told["changes"][0]["fields"])).startswith("Orders.")


async def test_what_is_not_there_is_refused(tmp_path: Path, kept: Host) -> None:
    async with hosted(tmp_path / "runs", accounts=tmp_path) as host:
        result = await call(host, tmp_path, "look", kept.name, "--step", "99")
        assert (result.exit_code, "no step 99" in result.output) == (1, True)
        result = await call(host, tmp_path, "look", kept.name, "--step", "-1")
        assert result.exit_code == 2


async def test_the_status_is_told_in_text_and_json(tmp_path: Path) -> None:
    async with hosted(accounts=tmp_path) as host, host.player("Ann") as ann:
        text = await printed(host, tmp_path, "status")
        assert ": ready" in text
        assert ann.session in text
        arguments = [host.address, "--data", str(tmp_path), "--json", "status"]
        result = await asyncio.to_thread(CliRunner().invoke, admin, arguments)
        assert json.loads(result.stdout)["sessions"][0]["session"] == ann.session


async def test_the_chat_of_a_session_is_told_without_what_steers_a_terminal(
    tmp_path: Path,
) -> None:
    async with hosted(accounts=tmp_path) as host, host.player("Ann") as ann:
        where = ("transcript", "--session", ann.session)
        assert await printed(host, tmp_path, *where) == "Nobody said anything.\n"
        await ann.send(Say("look out"))
        text = ""
        while "Ann" not in text:
            text = await printed(host, tmp_path, *where)
        assert text == "Ann: look out\n"
        assert ListChat.__struct_fields__ == ("session",)
