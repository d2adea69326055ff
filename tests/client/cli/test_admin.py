"""The commands of those who keep order, called in this process against a real gateway."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from structlog.testing import capture_logs

from support.gateway.raw_clients import Client
from support.gateway.real_gateway import Hosted, hosted
from undertide_client.cli.admin import admin
from undertide_server.accounts.operators import operator_key
from undertide_shared.messages import (
    Chat,
    Create,
    Join,
    Joined,
    Keyframe,
    Left,
    Report,
    Reported,
    SignUp,
    Watch,
    Watching,
)

PASSWORD = "correct horse"


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Keep the gateway's log, of this process too, out of what the commands print."""
    with capture_logs():
        yield


async def call(host: Hosted, *words: str, password: str = PASSWORD) -> Result:
    """Run a command while the gateway goes on."""
    runner = CliRunner(env={"UNDERTIDE_PASSWORD": password})
    return await asyncio.to_thread(runner.invoke, admin, [host.address, *words])


async def told(host: Hosted, folder: Path, *words: str) -> Any:
    """Return the JSON that a command of the host's own prints."""
    result = await call(host, "--json", "--data", str(folder), *words)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


async def test_the_host_keeps_order_by_the_key_of_the_folder(tmp_path: Path) -> None:
    async with hosted(accounts=tmp_path) as host, host.player("Ann") as ann:
        operator_key(tmp_path)
        there = await told(host, tmp_path, "people")
        first = there["people"][0]
        assert (first["name"], first["session"]) == ("Ann", ann.session)
        where = ("--session", ann.session)
        assert (await told(host, tmp_path, "lock", *where))["terms"]["locked"]
        assert not (await told(host, tmp_path, "unlock", *where))["terms"]["locked"]
        there = await told(host, tmp_path, "access", "invited", *where)
        assert there["terms"]["access"] == "invited"
        assert not (await told(host, tmp_path, "chat", "off", *where))["terms"]["watchers_talk"]
        code = (await told(host, tmp_path, "invite", *where))["code"]
        renewed = (await told(host, tmp_path, "invite", "--renew", *where))["code"]
        assert code != renewed
        listed = (await told(host, tmp_path, "sessions"))["sessions"]
        assert [each["session"] for each in listed] == [ann.session]
        deeds = (await told(host, tmp_path, "audit", *where))["deeds"]
        assert [deed["text"] for deed in deeds][-1] == "locked the session"


async def test_an_announcement_is_a_line_of_chat_for_everyone(tmp_path: Path) -> None:
    async with hosted(accounts=tmp_path) as host, host.player("Ann") as ann:
        await told(host, tmp_path, "announce", "Restart in 5 min.")
        assert (await ann.until(Chat)).text == "Restart in 5 min."


async def test_operators_read_reports(tmp_path: Path) -> None:
    async with hosted(accounts=tmp_path) as host, host.player("Ann") as ann:
        async with host.player("Dov"):
            there = await told(host, tmp_path, "people", "--session", ann.session)
            number = next(one["id"] for one in there["people"] if one["name"] == "Dov")
            await ann.send(Report(number, "insults"))
            await ann.until(Reported)
        listed = await told(host, tmp_path, "reports")
        assert [(one["name"], one["reason"]) for one in listed["reports"]] == [("Dov", "insults")]
        earlier = await told(host, tmp_path, "reports", "--before", str(listed["reports"][0]["id"]))
        assert earlier == {"reports": [], "more": False}


async def test_people_are_muted_appointed_kicked_banned_and_pardoned(tmp_path: Path) -> None:
    async with (
        hosted(accounts=tmp_path) as host,
        host.player("Ann") as ann,
        host.player("Bob") as bob,
    ):
        where = ("--session", ann.session)
        there = await told(host, tmp_path, "mute", "bob", *where, "--minutes", "5")
        assert [one["muted"] for one in there["people"]] == [False, True]
        there = await told(host, tmp_path, "unmute", "Bob", *where)
        assert not there["people"][1]["muted"]
        there = await told(host, tmp_path, "appoint", "Bob", "moderator", *where)
        assert there["people"][1]["role"] == "moderator"
        await told(host, tmp_path, "kick", "Bob", *where, "--reason", "spam")
        assert "spam" in (await bob.until(Left)).reason
        await bob.send(Join(ann.session, "Bobby"))
        await bob.until(Keyframe)
        there = await told(host, tmp_path, "ban", "Bobby", *where, "--reason", "more spam")
        await bob.until(Left)
        (ban,) = there["bans"]
        assert (ban["who"], ban["reason"]) == ("Bobby", "more spam")
        there = await told(host, tmp_path, "pardon", str(ban["id"]), *where)
        assert there["bans"] == []


async def test_a_spectator_is_refused_and_a_session_dissolved(tmp_path: Path) -> None:
    async with hosted(accounts=tmp_path) as host, host.player("Ann") as ann:
        async with host.watcher(ann.session) as wat:
            there = await told(host, tmp_path, "refuse", "Wat", "--session", ann.session)
            assert there["bans"][0]["watching"]
            await wat.until(Left)
        await told(host, tmp_path, "dissolve", "--session", ann.session, "--reason", "late")
        assert "late" in (await ann.until(Left)).reason


async def test_accounts_and_networks_are_outlawed(tmp_path: Path) -> None:
    async with hosted(accounts=tmp_path) as host, host.guest() as client:
        await sign_up(client)
        there = await told(host, tmp_path, "outlaw", "account", "Ann", "--minutes", "60")
        assert [ban["who"] for ban in there["bans"]] == ["Ann"]
        there = await told(host, tmp_path, "outlaw", "address", "192.0.2.0/24")
        assert [ban["who"] for ban in there["bans"]] == ["192.0.2.0/24", "Ann"]
        there = await told(host, tmp_path, "pardon", str(there["bans"][0]["id"]))
        assert [ban["who"] for ban in there["bans"]] == ["Ann"]


async def test_who_has_an_account_keeps_order_in_the_own_session(tmp_path: Path) -> None:
    async with hosted(accounts=tmp_path) as host, host.guest() as client:
        await sign_up(client)
        await client.send(Create(), Join("", "Ann"))
        session = (await client.until(Joined)).session
        result = await call(host, "--account", "Ann", "people", "--session", session)
        assert result.exit_code == 0
        assert "host" in result.stdout
        result = await call(host, "--account", "Ann", "people")
        assert (result.exit_code, "operators" in result.stderr) == (1, True)
        result = await call(host, "--account", "Ann", "people", password="guess guess")
        assert (result.exit_code, "password" in result.stderr) == (1, True)


async def test_an_invite_code_is_printed_alone(tmp_path: Path) -> None:
    async with hosted(accounts=tmp_path) as host, host.player("Ann") as ann:
        words = ("--data", str(tmp_path), "invite", "--session", ann.session)
        result = await call(host, *words)
        code = result.stdout.strip()
        assert code.startswith(f"{ann.session}-")
        async with host.guest() as client:
            await client.send(Watch(code))
            await client.expect(Watching)


async def test_people_and_deeds_are_shown_as_tables(tmp_path: Path) -> None:
    async with hosted(accounts=tmp_path) as host, host.player("Ann") as ann:
        for words, shown in (
            (("lock", "--session", ann.session), "Ann"),
            (("kick", "Ann", "--session", ann.session), ""),
            (("audit",), "kicked Ann"),
            (("sessions",), ann.session),
        ):
            result = await call(host, "--data", str(tmp_path), *words)
            assert result.exit_code == 0
            assert shown in result.stdout


@pytest.mark.parametrize(
    "words",
    [
        ("--account", "Ann", "--data", ".", "people"),
        ("kick", "Ann"),
        ("appoint", "Ann", "king", "--session", "abcde"),
        ("outlaw", "planet", "Mars"),
        ("ban", "Ann", "--session", "abcde", "--minutes", "-1"),
        ("sing",),
    ],
)
def test_a_wrong_call_ends_with_2(words: tuple[str, ...]) -> None:
    assert CliRunner().invoke(admin, ["ws://127.0.0.1:1", *words]).exit_code == 2


def test_where_nobody_can_type_a_password_it_says_how_to_set_it() -> None:
    words = ["ws://127.0.0.1:1", "--account", "Ann", "people"]
    result = CliRunner(env={"UNDERTIDE_PASSWORD": None}).invoke(admin, words)
    assert (result.exit_code, "UNDERTIDE_PASSWORD" in result.stderr) == (2, True)


def test_where_nobody_listens_it_fails_with_1() -> None:
    result = CliRunner().invoke(admin, ["ws://127.0.0.1:1", "sessions"])
    assert (result.exit_code, "nobody listens" in result.stderr) == (1, True)


async def sign_up(client: Client) -> None:
    await client.send(SignUp("Ann", PASSWORD))
    await client.receive()


async def test_operators_list_nodes_and_a_server_without_workers_says_so(tmp_path: Path) -> None:
    async with hosted(accounts=tmp_path) as host:
        operator_key(tmp_path)
        for words in (("nodes",), ("drain", "w1"), ("transfer", "--session", "k7m2q", "w1")):
            result = await call(host, "--data", str(tmp_path), *words)
            assert result.exit_code == 1
            assert "--workers" in result.output
