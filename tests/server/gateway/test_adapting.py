"""A gateway that goes by other settings while it runs."""

from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from support.gateway.real_gateway import Hosted, hosted, http_get
from support.sessions.fake_server import settings_with
from undertide_shared.messages import Chat, Create, Created, Error, ListSessions, Say, Sessions


def apply_settings(host: Hosted, **sections: dict[str, Any]) -> None:
    """Change some settings of a host that listens."""
    host.gateway.apply_settings(settings_with(host.settings, **sections))


async def made_pace(host: Hosted) -> str:
    """Make a session and return the pace that it has."""
    async with host.guest() as client:
        await client.send(Create("", None))
        made = (await client.until(Created)).session
        await client.send(ListSessions())
        listed = (await client.until(Sessions)).sessions
    return next(info.pace for info in listed if info.session == made)


async def test_another_name_is_told_to_whoever_greets_and_on_the_page() -> None:
    async with hosted() as host:
        apply_settings(host, server={"name": "Ann's"})
        async with host.stranger() as client:
            assert (await client.greet()).server == "Ann's"
        assert (await http_get(host.address, "/"))[1].startswith("Ann's")
        assert '"name":"Ann\'s"' in (await http_get(host.address, "/status.json"))[1]


async def test_another_pace_is_for_new_sessions() -> None:
    async with hosted() as host:
        before = await made_pace(host)
        apply_settings(host, pace={"mode": "party"})
        assert await made_pace(host) == "party"
        assert sorted(info.pace for info in host.registry.open_sessions.infos()) == sorted(
            [before, "party"]
        )


async def test_fewer_connections_are_let_in_and_nobody_is_put_out() -> None:
    async with hosted() as host, host.player("Ann") as ann:
        apply_settings(host, limits={"connections": 1})
        with pytest.raises(InvalidStatus):
            async with host.stranger():
                pass
        await ann.send(Say("still here"))
        assert (await ann.until(Chat)).text == "still here"


async def test_fewer_sessions_are_made_and_those_there_are_go_on() -> None:
    async with hosted() as host:
        await made_pace(host)
        apply_settings(host, limits={"sessions": 1})
        async with host.guest() as client:
            await client.send(Create("", None))
            assert (await client.expect(Error)).code == "server_full"
        assert len(host.registry.sessions) == 1


async def test_another_patience_is_for_new_connections() -> None:
    async with hosted(bad_messages=100) as host, host.guest() as before:
        apply_settings(host, limits={"bad_messages": 1})
        async with host.guest() as after:
            for _ in range(3):
                await after.send_raw(b"nonsense")
            await after.gone()
        for _ in range(3):
            await before.send_raw(b"nonsense")
            assert (await before.expect(Error)).code == "malformed"


async def test_others_may_read_the_hosts_pages() -> None:
    async with hosted() as host:
        assert (await http_get(host.address, "/metrics"))[0] == 200
        apply_settings(host, operations={"open_to": ("192.0.2.0/24",)})
        assert (await http_get(host.address, "/metrics"))[0] == 404


async def test_house_rules_are_for_new_sessions() -> None:
    async with hosted() as host:
        await made_pace(host)
        (before,) = host.registry.sessions.values()
        kept = before.run.rules.house.friendly_fire
        apply_settings(host, house={"friendly_fire": not kept})
        await made_pace(host)
        fires = {each.run.rules.house.friendly_fire for each in host.registry.sessions.values()}
        assert before.run.rules.house.friendly_fire is kept
        assert fires == {True, False}
