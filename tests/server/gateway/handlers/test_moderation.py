"""Keeping order, over real connections: from seats, from the lobby, and on the whole server."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from support.gateway.raw_clients import Client
from support.gateway.real_gateway import Hosted, hosted
from undertide_server.accounts.database import open_accounts
from undertide_server.accounts.operators import operator_key
from undertide_server.accounts.repository import AccountRepository
from undertide_shared.closing import Closing
from undertide_shared.messages import (
    AccountInfo,
    Announce,
    Audit,
    Ban,
    Chat,
    Create,
    Created,
    Dissolve,
    Error,
    Govern,
    Invite,
    Invited,
    Join,
    Joined,
    Keyframe,
    Kick,
    Left,
    ListAuditEntries,
    ListPeople,
    ListReports,
    ListSessions,
    Lock,
    LogIn,
    Options,
    Order,
    People,
    PersonInfo,
    Report,
    Reported,
    ReportLine,
    Reports,
    Say,
    ServerBan,
    Sessions,
    SignUp,
    Unban,
    Watch,
    Watching,
)

PASSWORD = "correct horse"


@asynccontextmanager
async def operator(host: Hosted, folder: Path) -> AsyncIterator[Client]:
    """Open a connection of the host's own."""
    async with host.guest() as client:
        await client.send(LogIn("", token=operator_key(folder)))
        await client.expect(AccountInfo)
        yield client


async def refusal(client: Client, order: Order, session: str = "") -> str:
    """Return the code with which an order is refused."""
    await client.send(Govern(order, session))
    return (await client.until(Error)).code


async def carried_out(client: Client, order: Order, session: str = "") -> People:
    await client.send(Govern(order, session))
    return await client.until(People)


async def people(client: Client, session: str = "") -> People:
    await client.send(ListPeople(session))
    return await client.until(People)


def named(told: People, name: str) -> PersonInfo:
    return next(person for person in told.people if person.name == name)


async def entries(client: Client, session: str = "") -> list[tuple[str, str, str]]:
    await client.send(ListAuditEntries(session))
    told = await client.until(Audit)
    return [(entry.who, entry.text, entry.session) for entry in told.deeds]


async def test_a_host_puts_somebody_out_who_is_told_why_and_is_in_the_lobby() -> None:
    async with hosted() as host, host.player("Ann") as ann, host.player("Bob") as bob:
        told = await people(ann)
        assert (told.role, told.session) == ("host", ann.session)
        told = await carried_out(ann, Kick(named(told, "Bob").id, "spam"))
        assert [person.name for person in told.people] == ["Ann"]
        left = await bob.until(Left)
        assert "spam" in left.reason
        await bob.send(ListSessions())
        await bob.until(Sessions)
        assert ("Ann", "kicked Bob (seat 1): spam", ann.session) in await entries(ann)


async def test_an_announcement_reaches_everyone_and_is_recorded(tmp_path: Path) -> None:
    async with (
        hosted(accounts=tmp_path) as host,
        host.player("Ann") as ann,
        host.guest() as will,
        operator(host, tmp_path) as olga,
    ):
        told = await carried_out(olga, Announce(" Restart \x1b[2J in 5 min"))
        assert told.session == ""
        for client in (ann, will):
            line = await client.until(Chat)
            assert (line.server, line.text) == (True, "Restart [2J in 5 min")
        assert await entries(olga) == [("the operator", "announced: Restart [2J in 5 min", "")]
        assert await refusal(ann, Announce("Buy gold")) == "not_allowed"
        assert await refusal(will, Announce("Buy gold")) == "not_allowed"
        assert await refusal(olga, Announce(" ")) == "bad_text"


async def test_a_report_reaches_operators_and_nobody_else(tmp_path: Path) -> None:
    async with (
        hosted(accounts=tmp_path) as host,
        host.player("Ann") as ann,
        host.player("Dov") as dov,
        operator(host, tmp_path) as olga,
    ):
        await dov.send(Say("go away"))
        await dov.until(Chat)
        told = await people(ann)
        await ann.send(Report(named(told, "Dov").id, "insults"))
        assert (await ann.until(Reported)).name == "Dov"
        await olga.send(ListReports())
        (report,) = (await olga.until(Reports)).reports
        assert (report.by, report.name, report.address) == ("Ann", "Dov", "127.0.0.1")
        assert (report.session, report.reason) == (ann.session, "insults")
        assert report.lines == [ReportLine("Dov", "go away")]
        assert await entries(ann) == []
        for client in (ann, dov):
            await client.send(ListReports())
            assert (await client.until(Error)).code == "not_allowed"


async def test_a_player_is_no_host_and_is_told_of_no_deeds() -> None:
    async with hosted() as host, host.player("Ann") as ann, host.player("Bob") as bob:
        told = await people(bob)
        assert told.role == "player"
        assert await refusal(bob, Kick(named(told, "Ann").id)) == "not_allowed"
        await bob.send(ListAuditEntries())
        assert (await bob.until(Error)).code == "not_allowed"
        assert await entries(ann) == []


async def test_no_address_is_told_to_a_host_but_to_an_operator(tmp_path: Path) -> None:
    async with (
        hosted(accounts=tmp_path) as host,
        host.player("Ann") as ann,
        operator(host, tmp_path) as olga,
    ):
        assert {person.address for person in (await people(ann)).people} == {""}
        told = await people(olga, ann.session)
        assert {person.address for person in told.people} == {"127.0.0.1"}


async def test_who_made_a_session_keeps_order_in_it_from_the_lobby() -> None:
    async with hosted() as host, host.guest() as maker:
        await maker.send(Create("", None, Options(access="invited")))
        made = await maker.expect(Created)
        assert made.invite.startswith(f"{made.session}-")
        await maker.send(Govern(Invite(), made.session))
        assert await maker.expect(Invited) == Invited(made.session, made.invite)
        async with host.player("Bob", made.invite) as bob:
            told = await people(maker, made.session)
            assert (told.role, told.you) == ("host", 0)
            await carried_out(maker, Kick(named(told, "Bob").id), made.session)
            await bob.until(Left)


async def test_an_invite_is_needed_where_it_is_asked_for() -> None:
    async with hosted() as host, host.guest() as maker, host.guest() as stranger:
        await maker.send(Create("", None, Options(access="invited")))
        made = await maker.expect(Created)
        for message in (Join(made.session, "Bob"), Watch(made.session, "Bob")):
            await stranger.send(message)
            assert (await stranger.expect(Error)).code == "unknown_session"
        await stranger.send(Watch(made.invite, "Bob"))
        await stranger.expect(Watching)


async def test_from_the_lobby_a_session_must_be_named(tmp_path: Path) -> None:
    async with hosted(accounts=tmp_path) as host, operator(host, tmp_path) as olga:
        assert await refusal(olga, Lock(True)) == "unknown_session"
        assert await refusal(olga, Lock(True), "zzzzz") == "unknown_session"


async def test_what_strangers_order_is_refused_everywhere() -> None:
    async with hosted() as host, host.player("Ann") as ann, host.guest() as stranger:
        assert await refusal(stranger, Lock(True), ann.session) == "not_allowed"
        assert await refusal(stranger, ServerBan(address="192.0.2.7")) == "not_allowed"
        assert await refusal(stranger, Unban(1)) == "not_allowed"
        assert await refusal(ann, ServerBan(address="192.0.2.7")) == "not_allowed"
        for question in (ListPeople(), ListAuditEntries(), ListPeople(ann.session)):
            await stranger.send(question)
            assert (await stranger.expect(Error)).code == "not_allowed"


async def test_a_session_that_is_dissolved_ends_for_everyone() -> None:
    async with hosted() as host, host.player("Ann") as ann, host.player("Bob") as bob:
        told = await carried_out(ann, Dissolve("it is late"))
        assert told.session == ann.session
        assert "it is late" in (await bob.until(Left)).reason
        await bob.send(ListSessions())
        assert (await bob.until(Sessions)).sessions == []
        assert not host.registry.sessions


async def test_an_operator_sees_everyone_and_where_they_are(tmp_path: Path) -> None:
    async with (
        hosted(accounts=tmp_path) as host,
        host.player("Ann") as ann,
        host.watcher(ann.session),
        host.guest(),
        operator(host, tmp_path) as olga,
    ):
        told = await people(olga)
        assert (told.session, told.you, told.role) == ("", 0, "host")
        seen = [(person.name, person.session, person.seat) for person in told.people]
        assert seen[:2] == [("Ann", ann.session, 0), ("Wat", ann.session, None)]
        assert {where for _, where, _ in seen[2:]} == {""}
        assert len(seen) == 4
        assert {person.address for person in told.people} == {"127.0.0.1"}
        await carried_out(olga, Kick(told.people[0].id, "begone"), ann.session)
        assert "begone" in (await ann.until(Left)).reason


async def test_an_outlawed_account_is_put_out_at_once_and_stays_out(tmp_path: Path) -> None:
    async with hosted(accounts=tmp_path) as host, operator(host, tmp_path) as olga:
        async with host.guest() as ann:
            await ann.send(SignUp("Ann", PASSWORD))
            await ann.expect(AccountInfo)
            await ann.send(Create(), Join("", "Ann"))
            seat = await ann.until(Joined)
            await ann.until(Keyframe)
            told = await carried_out(olga, ServerBan(account="ann", minutes=60, reason="spam"))
            (ban,) = told.bans
            assert (ban.who, ban.minutes, ban.reason) == ("Ann", 60, "spam")
            error = await ann.until(Error)
            assert (error.code, "spam" in error.reason) == ("banned", True)
            assert await ann.gone() == Closing.BANNED
        async with host.guest() as ann:
            for message in (LogIn("Ann", PASSWORD), Join(seat.session, "Ann", seat.token)):
                await ann.send(message)
                assert (await ann.expect(Error)).code == "banned"
            assert (await carried_out(olga, Unban(ban.id))).bans == []
            await ann.send(LogIn("Ann", PASSWORD))
            assert (await ann.expect(AccountInfo)).name == "Ann"
        texts = [text for _, text, _ in await entries(olga)]
        banned = (
            f"banned Ann from the server for 60 minutes, which hits Ann (in {seat.session}): spam"
        )
        assert texts == ["ended the ban of Ann", banned]
        assert told.done == banned


async def test_an_outlawed_address_is_put_out_at_once(tmp_path: Path) -> None:
    async with hosted(accounts=tmp_path) as host, host.guest() as ann:
        await ann.send(ListSessions())
        await ann.expect(Sessions)
        (peer,) = host.gateway.peers
        peer.identity = type(peer.identity)(address_key="192.0.2.7")
        async with operator(host, tmp_path) as olga:
            await carried_out(olga, ServerBan(address="192.0.2.0/24"))
            assert (await ann.expect(Error)).code == "banned"
            assert await ann.gone() == Closing.BANNED


@pytest.mark.parametrize(
    ("order", "code"),
    [
        (ServerBan(), "bad_option"),
        (ServerBan(account="Ann", address="192.0.2.7"), "bad_option"),
        (ServerBan(address="nowhere"), "bad_option"),
        (ServerBan(address="192.0.2.7", minutes=-1), "malformed"),
        (ServerBan(address="127.0.0.0/8"), "not_allowed"),
        (ServerBan(account="Nobody"), "unknown_person"),
        (Unban(99), "unknown_person"),
    ],
)
async def test_what_can_not_be_done_is_refused_and_leaves_no_deed(
    tmp_path: Path, order: Order, code: str
) -> None:
    async with hosted(accounts=tmp_path) as host, operator(host, tmp_path) as olga:
        assert await refusal(olga, order) == code
        assert await entries(olga) == []


async def test_operators_are_banned_by_the_host_alone(tmp_path: Path) -> None:
    async with hosted(accounts=tmp_path) as host, host.guest() as client:
        for name in ("Ann", "Bob"):
            await client.send(SignUp(name, PASSWORD))
            await client.expect(AccountInfo)
            known = host.service.cache.named(name)
            assert known is not None
            with closing(open_accounts(tmp_path)) as connection:
                AccountRepository(connection).set_operator(known.id, operator=True)
            await host.service.take_up_changes()
        await client.send(LogIn("Bob", PASSWORD))
        assert (await client.expect(AccountInfo)).operator
        assert await refusal(client, ServerBan(account="Ann")) == "not_allowed"
        async with operator(host, tmp_path) as keyholder:
            assert (await carried_out(keyholder, ServerBan(account="Ann"))).bans


async def test_an_operator_plays_and_outlaws_from_a_seat(tmp_path: Path) -> None:
    async with hosted(accounts=tmp_path) as host, operator(host, tmp_path) as olga:
        await olga.send(Create(), Join("", "Olga"))
        session = (await olga.until(Joined)).session
        told = await carried_out(olga, ServerBan(address="192.0.2.7"))
        assert told.session == session
        assert host.service.is_banned("192.0.2.7")


async def test_a_ban_of_a_session_keeps_out_of_that_one_alone() -> None:
    async with hosted() as host, host.player("Ann") as ann, host.player("Bob") as bob:
        told = await people(ann)
        told = await carried_out(ann, Ban(named(told, "Bob").id, 5, "spam"))
        assert [(ban.who, ban.minutes) for ban in told.bans] == [("Bob", 5)]
        await bob.until(Left)
        await bob.send(Join(ann.session, "Bob"))
        error = await bob.until(Error)
        assert (error.code, "spam" in error.reason) == ("banned", True)
        await bob.send(Create())
        elsewhere = (await bob.until(Created)).session
        await bob.send(Join(elsewhere, "Bob"))
        await bob.until(Joined)


async def test_a_locked_session_takes_in_nobody_new() -> None:
    async with hosted() as host, host.player("Ann") as ann, host.guest() as stranger:
        assert (await carried_out(ann, Lock(True))).terms.locked
        await stranger.send(Join(ann.session, "Bob"))
        assert (await stranger.expect(Error)).code == "locked"


async def test_a_rush_fills_every_seat_once(tmp_path: Path) -> None:
    async with hosted(accounts=tmp_path, seats=4) as host, host.player("Ann") as ann:

        async def join(number: int) -> bool:
            async with host.guest() as client:
                await client.send(Join(ann.session, f"Bob {number}"))
                answer = await client.receive()
                if isinstance(answer, Joined):
                    await client.until(Keyframe)
                return isinstance(answer, Joined)

        assert sum(await asyncio.gather(*map(join, range(40)))) == 3


async def test_orders_beyond_the_share_of_the_audit_log_are_too_fast_and_change_nothing() -> None:
    async with hosted(audit_entries_per_hour=2) as host, host.player("Ann") as ann:
        assert await refusal(ann, Kick(99)) == "unknown_person", "what is refused is not counted"
        for locked in (True, False):
            await carried_out(ann, Lock(locked))
        assert await refusal(ann, Lock(True)) == "too_fast"
        assert not (await people(ann)).terms.locked
        assert len(await entries(ann)) == 2
