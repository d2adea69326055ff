"""How order is kept in a session of a real server, through its sudden death."""

import asyncio
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.gateway.raw_clients import Client, guest, stranger
from support.processes.restarted_server import Lasting, lasting
from undertide_shared.messages import (
    Appoint,
    Ban,
    Create,
    Created,
    Error,
    Govern,
    Invite,
    Invited,
    Join,
    Joined,
    Kick,
    Left,
    ListPeople,
    ListSessions,
    Lock,
    Mute,
    Options,
    Order,
    People,
    Say,
    Sessions,
    Watch,
    Watching,
)


@pytest.fixture
def host(content: Path, tmp_path: Path) -> Iterator[Lasting]:
    """A server that keeps its runs."""
    chosen = ("--config", str(content), "--preset", "quiet", "--pace", "real")
    with lasting(tmp_path / "data", *chosen) as running:
        yield running


async def sit(client: Client, session: str, name: str, token: bytes = b"") -> Joined:
    """Take a seat."""
    await client.send(Join(session, name, token))
    return await client.until(Joined)


async def ordered(client: Client, order: Order) -> People:
    """Give an order that is carried out."""
    await client.send(Govern(order))
    return await client.until(People)


async def why_not(client: Client, message: Join | Watch | Say | Govern) -> str:
    """Return why something is turned down."""
    await client.send(message)
    return (await client.until(Error)).code


async def numbers(client: Client) -> dict[str, int]:
    """Return how orders call everyone who is there."""
    await client.send(ListPeople())
    return {each.name: each.id for each in (await client.until(People)).people}


async def test_what_was_ordered_holds_after_a_kill_in_the_moment_of_the_answer(
    host: Lasting,
) -> None:
    async with guest(host.address) as ann, guest(host.address) as ben, guest(host.address) as cat:
        await ann.send(Create(options=Options("invited", seats=4, new_heroes=False)))
        made = await ann.until(Created)
        first = await sit(ann, made.invite, "Ann")
        second, third = await sit(ben, made.invite, "Ben"), await sit(cat, made.invite, "Cat")
        people = await numbers(ann)
        for order in (
            Appoint(people["Ben"], "moderator"),
            Mute(people["Cat"]),
            Ban(people["Cat"], 0, "noise"),
            Lock(True),
        ):
            await ordered(ann, order)
        assert "noise" in (await cat.until(Left)).reason
        await ann.send(Govern(Invite(renew=True)))
        code = (await ann.until(Invited)).code
        await asyncio.to_thread(host.server.stop, signal.SIGKILL)
    await asyncio.to_thread(host.restart)
    async with guest(host.address) as ann, guest(host.address) as ben, guest(host.address) as cat:
        await sit(ann, made.session, "", first.token)
        await sit(ben, made.session, "", second.token)
        assert await why_not(cat, Join(made.session, "", third.token)) == "banned"
        after = await ordered(ben, Lock(False))
        assert [each.role for each in after.people] == ["host", "moderator"]
        assert [ban.who for ban in after.bans] == ["Cat"]
        assert (after.terms.access, after.terms.new_heroes) == ("invited", False)
        await ann.send(Govern(Invite()))
        assert (await ann.until(Invited)).code == code


async def test_a_private_session_is_found_by_its_code_alone(host: Lasting) -> None:
    async with guest(host.address) as ann, guest(host.address) as zoe:
        await ann.send(Create(options=Options("invited")))
        made = await ann.until(Created)
        await zoe.send(ListSessions())
        assert (await zoe.until(Sessions)).sessions == []
        assert await why_not(zoe, Join(made.session, "Zoe")) == "unknown_session"
        assert await why_not(zoe, Watch(made.session, "Zoe")) == "unknown_session"
        assert await why_not(zoe, Join(made.session[:2], "Zoe")) == "unknown_session"
        await sit(ann, made.session, "Ann")
        await zoe.send(Watch(made.invite, "Zoe"))
        await zoe.until(Watching)


async def test_who_is_put_out_is_in_the_lobby_and_the_others_play_on(host: Lasting) -> None:
    async with guest(host.address) as ann, stranger(host.address) as eve:
        await ann.send(Create())
        session = (await ann.until(Created)).session
        await sit(ann, session, "Ann")
        await eve.greet()
        await sit(eve, session, "Eve")
        eves = (await numbers(ann))["Eve"]
        assert await why_not(eve, Govern(Kick(eves))) == "not_allowed"
        after = await ordered(ann, Kick(eves, "bye"))
        assert [each.name for each in after.people] == ["Ann"]
        assert (await eve.until(Left)).reason == "Ann kicked you: bye"
        assert await why_not(eve, Say("hello?")) == "wrong_state"
        await sit(eve, session, "Eva")
