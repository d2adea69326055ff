"""Accounts on real servers: they outlive a kill, and the host keeps order by commands."""

import asyncio
import json
from pathlib import Path
from typing import Any

from support.gateway.raw_clients import Client, guest
from support.processes.commands import Serving, serving, undertide
from undertide_shared.messages import AccountInfo, Error, Join, Keyframe, Left, LogIn, SignUp

PASSWORD = "correct horse"
PLAY = ("--preset", "tutorial", "--pace", "real")


def admin(server: Serving, data: Path, *words: str) -> Any:
    """Return what a command of the host's own prints, as JSON."""
    done = undertide("admin", server.address, "--json", "--data", str(data), *words)
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


async def sign_up(address: str) -> bytes:
    async with guest(address) as client:
        await client.send(SignUp("Ann", PASSWORD))
        return (await client.expect(AccountInfo)).token


async def answers(address: str, *logins: LogIn) -> list[AccountInfo | Error]:
    """Return what the server says to one login after another."""
    async with guest(address) as client:
        told = []
        for login in logins:
            await client.send(login)
            answer = await client.receive()
            assert isinstance(answer, AccountInfo | Error)
            told.append(answer)
        return told


def test_accounts_outlive_a_kill_and_guesses_do_not_lock_their_owner_out(tmp_path: Path) -> None:
    with serving(*PLAY, "--data", str(tmp_path)) as first:
        token = asyncio.run(sign_up(first.address))
        first.end()
    with serving(*PLAY, "--data", str(tmp_path)) as second:
        told = asyncio.run(answers(second.address, LogIn("ann", token=token)))
        assert told == [AccountInfo("Ann", token=token)]
        guesses = [LogIn("Ann", f"guess number {number}") for number in range(5)]
        told = asyncio.run(answers(second.address, *guesses))
        # By a connection of its own, for one may not log in so often at once.
        told += asyncio.run(answers(second.address, LogIn("Ann", PASSWORD)))
        waits = ["try again in" in answer.reason for answer in told if isinstance(answer, Error)]
        assert waits == [False] * 5 + [True]
        told = asyncio.run(answers(second.address, LogIn("Ann", token=token)))
        assert told == [AccountInfo("Ann", token=token)]
        assert PASSWORD not in second.log
        assert "guess number" not in second.log


async def seated(client: Client, name: str, session: str = "") -> str:
    joined = await client.join(name, session)
    await client.until(Keyframe)
    return joined.session


async def put_out(server: Serving, data: Path) -> str:
    """Let the host kick and then ban a guest by commands; return the session."""
    async with guest(server.address) as ann, guest(server.address) as bob:
        session = await seated(ann, "Ann")
        await seated(bob, "Bob", session)
        where = ("--session", session)
        await asyncio.to_thread(admin, server, data, "kick", "Bob", *where, "--reason", "shouting")
        assert "shouting" in (await bob.until(Left)).reason
        await seated(bob, "Bobby", session)
        words = ("ban", "Bobby", *where, "--minutes", "60", "--reason", "more shouting")
        there = await asyncio.to_thread(admin, server, data, *words)
        assert [ban["who"] for ban in there["bans"]] == ["Bobby"]
        await bob.until(Left)
        await bob.send(Join(session, "Bobby"))
        assert (await bob.until(Error)).code == "banned"
        return session


def test_the_host_puts_people_out_by_commands_and_the_audit_log_says_so(tmp_path: Path) -> None:
    with serving(*PLAY, "--data", str(tmp_path)) as server:
        session = asyncio.run(put_out(server, tmp_path))
        server.end()
    with serving(*PLAY, "--data", str(tmp_path)) as server:
        deeds = admin(server, tmp_path, "audit", "--session", session)["deeds"]
        assert [(deed["who"], deed["text"]) for deed in deeds] == [
            (
                "the operator",
                "banned Bobby (seat 2) for 60 min, by seat 2 and address: more shouting",
            ),
            ("the operator", "kicked Bob (seat 1): shouting"),
        ]
        (ban,) = admin(server, tmp_path, "people", "--session", session)["bans"]
        assert (ban["who"], ban["reason"]) == ("Bobby", "more shouting")


def test_outlaws_stay_outlawed_over_a_kill_until_they_are_pardoned(tmp_path: Path) -> None:
    with serving(*PLAY, "--data", str(tmp_path)) as server:
        token = asyncio.run(sign_up(server.address))
        admin(server, tmp_path, "outlaw", "account", "Ann", "--reason", "spam")
        assert banned(server.address, token)
        server.end()
    with serving(*PLAY, "--data", str(tmp_path)) as server:
        assert banned(server.address, token)
        (ban,) = admin(server, tmp_path, "people")["bans"]
        admin(server, tmp_path, "pardon", str(ban["id"]))
        assert not banned(server.address, token)


def banned(address: str, token: bytes) -> bool:
    """Whether Ann is kept out."""
    (answer,) = asyncio.run(answers(address, LogIn("Ann", token=token)))
    return isinstance(answer, Error) and answer.code == "banned"


def test_the_host_makes_an_operator_who_logs_in_with_a_password(tmp_path: Path) -> None:
    with serving(*PLAY, "--data", str(tmp_path)) as server:
        asyncio.run(sign_up(server.address))
        done = undertide("accounts", "--data", str(tmp_path), "operator", "Ann")
        assert done.returncode == 0
        asyncio.run(become_operator(server.address))


async def become_operator(address: str) -> None:
    """Log in, and wait until the server has taken up what the host has changed."""
    async with guest(address) as client:
        await client.send(LogIn("Ann", PASSWORD))
        account = await client.expect(AccountInfo)
        while not account.operator:
            account = await client.expect(AccountInfo)


def test_files_of_people_are_for_the_eyes_of_the_host_alone(tmp_path: Path) -> None:
    with serving(*PLAY, "--data", str(tmp_path)) as server:
        asyncio.run(sign_up(server.address))
        modes = {
            file.name: file.stat().st_mode & 0o777
            for file in tmp_path.iterdir()
            if file.name.startswith(("accounts.", "operator."))
        }
        assert {"accounts.db", "accounts.db-wal", "operator.key"} <= modes.keys()
        assert set(modes.values()) == {0o600}
        key = (tmp_path / "operator.key").read_text().strip()
        assert key not in server.log


def test_without_the_key_nobody_is_told_of_everyone(server: Serving) -> None:
    for word in ("people", "audit"):
        done = undertide("admin", server.address, word)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.count("\n") == 1
