"""Operators look into runs and at the server over a real connection; nobody else does."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from support.gateway.raw_clients import Client
from support.gateway.real_gateway import Hosted, hosted
from support.sessions.durable_host import Host, played
from support.sessions.fake_server import token
from undertide_server.accounts.operators import operator_key
from undertide_server.gateway.handlers import insight
from undertide_shared.messages import (
    AccountInfo,
    Audit,
    ChatLog,
    ClientMessage,
    Error,
    ListAuditEntries,
    ListChat,
    LogIn,
    Looked,
    LookInto,
    ReportLine,
    Say,
    ShowStatus,
    StatusReport,
)


@asynccontextmanager
async def operator(folder: Path, runs: Path | None = None) -> AsyncIterator[tuple[Client, Hosted]]:
    async with hosted(runs, accounts=folder) as host, host.guest() as olga:
        await olga.send(LogIn("", token=operator_key(folder)))
        assert (await olga.until(AccountInfo)).operator
        yield olga, host


async def looked(client: Client, message: LookInto) -> dict[str, Any]:
    await client.send(message)
    told: dict[str, Any] = json.loads((await client.expect(Looked)).data)
    return told


async def refusal(client: Client, message: ClientMessage) -> tuple[str, str]:
    await client.send(message)
    refused = await client.expect(Error)
    return refused.code, refused.reason


async def test_a_run_is_looked_into_at_any_step(tmp_path: Path) -> None:
    kept = played(tmp_path / "runs", 60)
    async with operator(tmp_path, tmp_path / "runs") as (olga, _):
        assert (await looked(olga, LookInto(kept.name)))["step"] == 60
        told = await looked(olga, LookInto(kept.name, 40, 10, component="Orders"))
        assert (told["step"], told["since"], len(told["changes"])) == (40, 10, 1)
        code, reason = await refusal(olga, LookInto(kept.name, 61))
        assert (code, "from 1 to 60" in reason) == ("bad_option", True)
        code, _ = await refusal(olga, LookInto("nonesuch"))
        assert code == "unknown_run"


async def test_nobody_else_may_and_without_stored_runs_there_is_nothing(tmp_path: Path) -> None:
    async with operator(tmp_path) as (olga, host), host.player("Ann") as ann, host.guest() as gus:
        for message in (LookInto(ann.session), ListChat(ann.session), ShowStatus()):
            assert (await refusal(gus, message))[0] == "not_allowed"
        code, reason = await refusal(olga, LookInto(ann.session))
        assert (code, "keeps no runs" in reason) == ("unknown_run", True)
        assert (await refusal(olga, ListChat("")))[0] == "unknown_session"


async def test_the_audit_log_notes_once_that_an_operator_looks_into_a_run(tmp_path: Path) -> None:
    kept = played(tmp_path / "runs", 20)
    async with operator(tmp_path, tmp_path / "runs") as (olga, _):
        for step in (3, 4, 5):
            await looked(olga, LookInto(kept.name, step))
        await olga.send(ListAuditEntries())
        deeds = (await olga.expect(Audit)).deeds
        assert [deed.text for deed in deeds] == [f"looked into the run {kept.name}"]
        assert deeds[0].session == kept.session.id


async def test_few_looks_are_remembered(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(insight, "MOST_NOTED", 1)
    runs = [played(tmp_path / "runs", 5, first).name for first in (1, 100)]
    async with operator(tmp_path, tmp_path / "runs") as (olga, _):
        for run in (*runs, *runs):
            await looked(olga, LookInto(run))
        await olga.send(ListAuditEntries())
        assert len((await olga.expect(Audit)).deeds) == 4


async def test_a_look_tells_no_token_no_address_no_seed_and_no_password(tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    kept = Host(tmp_path / "runs", first=0x5EC7E7)
    (seat,) = kept.session.members.seating
    tokens = [token(0x5EC7E7 + number) for number in range(1, 4)]
    secrets = [*tokens, *seat.tokens, kept.session.run.game.seed, operator_key(tmp_path)]
    kept.play(60)
    kept.stop()
    async with operator(tmp_path, tmp_path / "runs") as (olga, _):
        for wanted in (
            LookInto(kept.name),
            LookInto(kept.name, floor=1),
            LookInto(kept.name, component="Progress"),
            LookInto(kept.name, component="Hero"),
            LookInto(kept.name, since=1),
        ):
            await olga.send(wanted)
            data = (await olga.expect(Looked)).data.encode()
            for secret in secrets:
                assert secret not in data
                assert secret.hex().encode() not in data
            for word in (b"127.0.0.1", b"::1", b"token", b"seed", b"address", b"password"):
                assert word not in data.lower()


async def test_operators_read_the_chat_of_a_session(tmp_path: Path) -> None:
    async with operator(tmp_path) as (olga, host), host.player("Ann") as ann:
        await ann.send(Say("<b>mind the stairs</b>"))
        await ann.send(Say("and the fire"))
        said: list[ReportLine] = []
        while len(said) < 2:
            await olga.send(ListChat(ann.session))
            said = (await olga.expect(ChatLog)).lines
        assert said == [
            ReportLine("Ann", "<b>mind the stairs</b>"),
            ReportLine("Ann", "and the fire"),
        ]


async def test_the_status_is_that_of_the_page(tmp_path: Path) -> None:
    async with operator(tmp_path) as (olga, host), host.player("Ann") as ann:
        await olga.send(ShowStatus())
        told = json.loads((await olga.expect(StatusReport)).data)
        assert [row["session"] for row in told["sessions"]] == [ann.session]
        assert "samples" in told
