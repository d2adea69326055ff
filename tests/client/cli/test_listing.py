import pytest

from support.gateway.real_gateway import hosted
from undertide_client.cli.errors import ServerUnreachableError
from undertide_client.cli.listing import list_sessions, table_of
from undertide_shared.messages import Create, Created, SessionInfo


async def test_sessions_are_listed() -> None:
    async with hosted() as host, host.guest() as client:
        await client.send(Create("", "party"))
        made = (await client.expect(Created)).session
        async with host.player("Ann", made):
            (session,) = await list_sessions(host.address)
        assert (session.session, session.pace, session.heroes) == (made, "party", 1)


async def test_an_address_where_nobody_listens_is_told_at_once() -> None:
    async with hosted() as host:
        address = host.address
    with pytest.raises(ServerUnreachableError, match="nobody listens"):
        await list_sessions(address)


async def test_a_full_server_is_told() -> None:
    async with hosted(connections=1) as host, host.guest():
        with pytest.raises(ServerUnreachableError, match="503"):
            await list_sessions(host.address)


def test_a_table_shows_each_session() -> None:
    text = table_of([SessionInfo("abcde", "tutorial", "real", 2, 5, 8, 3)])
    for word in ("abcde", "tutorial", "real", "2/8", "5", "3"):
        assert word in text


def test_a_table_shows_who_runs_a_session_and_that_it_is_locked() -> None:
    text = table_of([SessionInfo("abcde", "x", "auto", 0, 0, 8, 1, locked=True, host="Ann")])
    assert "abcde (locked)" in text
    assert "Ann" in text


def test_an_empty_list_says_what_to_do() -> None:
    assert "undertide join" in table_of([])


def test_what_a_server_calls_its_sessions_steers_no_terminal() -> None:
    text = table_of([SessionInfo("[red]x[/]", "\x1b[2J\x07", "auto", 0, 0, 8, 1)])
    assert "\x1b" not in text
    assert "\x07" not in text
    assert "[red]x[/]" in text
