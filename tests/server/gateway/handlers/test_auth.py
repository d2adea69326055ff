"""Who people are, over real connections."""

import asyncio
import json
from contextlib import closing
from pathlib import Path

import pytest

from support.gateway.raw_clients import Client
from support.gateway.real_gateway import Hosted, hosted, http_get
from undertide_server.accounts.database import open_accounts
from undertide_server.accounts.moderation_repository import ModerationRepository
from undertide_server.accounts.operators import operator_key
from undertide_server.accounts.passwords import Passwords
from undertide_server.accounts.repository import AccountRepository
from undertide_server.gateway import housekeeping
from undertide_shared.closing import Closing
from undertide_shared.messages import (
    PROTOCOL,
    AccountData,
    AccountInfo,
    ChangePassword,
    Create,
    Created,
    EraseAccount,
    Error,
    ExportAccount,
    Hello,
    Join,
    Joined,
    Leave,
    Left,
    ListPeople,
    ListSessions,
    LogIn,
    LogOut,
    People,
    Sessions,
    SignUp,
    Watch,
    Watching,
    Welcome,
)

PASSWORD = "correct horse"


async def sign_up(client: Client, name: str) -> AccountInfo:
    await client.send(SignUp(name, PASSWORD))
    return await client.expect(AccountInfo)


async def test_who_signs_up_is_told_who_they_are_from_now_on(tmp_path: Path) -> None:
    async with hosted(accounts=tmp_path) as host, host.guest() as client:
        account = await sign_up(client, " Ann ")
        assert (account.name, account.operator) == ("Ann", False)
        assert len(account.token) == 32


async def test_a_token_logs_in_on_another_connection(tmp_path: Path) -> None:
    async with hosted(accounts=tmp_path) as host:
        async with host.guest() as client:
            token = (await sign_up(client, "Ann")).token
        async with host.guest() as client:
            await client.send(LogIn("Ann", token=token))
            assert await client.expect(AccountInfo) == AccountInfo("Ann", token=token)


async def test_what_is_asked_right_after_a_login_is_asked_as_who_one_is(tmp_path: Path) -> None:
    async with hosted(accounts=tmp_path) as host, host.guest() as client:
        await sign_up(client, "Ann")
        await client.send(LogOut(), LogIn("Ann", PASSWORD), Create(), Join("", "Ann"))
        assert (await client.expect(AccountInfo)).name == ""
        assert (await client.expect(AccountInfo)).name == "Ann"
        assert (await client.until(Joined)).name == "Ann"


@pytest.mark.parametrize("name", ["Ann", "ANN", " ann "])
async def test_nobody_else_plays_or_watches_under_the_name_of_an_account(
    tmp_path: Path, name: str
) -> None:
    async with hosted(accounts=tmp_path) as host, host.guest() as ann, host.guest() as other:
        await sign_up(ann, "Ann")
        await ann.send(Create(), Join("", "Ann"))
        session = (await ann.until(Joined)).session
        for message in (Join("", name), Watch(session, name)):
            await other.send(message)
            error = await other.expect(Error)
            assert (error.code, "log in" in error.reason) == ("name_taken", True)
        await other.send(Watch(session, "Bob"))
        await other.expect(Watching)


async def test_who_has_an_account_may_play_under_another_name(tmp_path: Path) -> None:
    async with hosted(accounts=tmp_path) as host, host.guest() as ann:
        await sign_up(ann, "Ann")
        await ann.send(Create(), Join("", "Bob"))
        assert (await ann.until(Joined)).name == "Bob"


async def test_a_seat_is_taken_up_again_though_its_name_became_an_account(tmp_path: Path) -> None:
    async with hosted(accounts=tmp_path) as host, host.guest() as guest, host.guest() as other:
        await guest.send(Create(), Join("", "Ann"))
        joined = await guest.until(Joined)
        await sign_up(other, "Ann")
        await guest.send(Leave())
        await guest.until(Left)
        await guest.send(Join(joined.session, "Ann", joined.token))
        assert (await guest.until(Joined)).seat == joined.seat


async def test_who_logs_out_is_a_guest_and_the_token_is_no_more(tmp_path: Path) -> None:
    async with hosted(accounts=tmp_path) as host, host.guest() as client:
        token = (await sign_up(client, "Ann")).token
        await client.send(LogOut(), LogIn("Ann", token=token), LogOut())
        assert await client.expect(AccountInfo) == AccountInfo("")
        codes = [(await client.expect(Error)).code for _ in range(2)]
        assert codes == ["bad_login", "not_allowed"]


async def test_another_password_makes_guests_of_all_other_connections(tmp_path: Path) -> None:
    async with hosted(accounts=tmp_path) as host, host.guest() as client, host.guest() as other:
        token = (await sign_up(client, "Ann")).token
        await other.send(LogIn("Ann", token=token))
        await other.expect(AccountInfo)
        await client.send(ChangePassword(PASSWORD, "battery staple"))
        account = await client.expect(AccountInfo)
        assert account.name == "Ann"
        assert account.token != token
        assert await other.expect(AccountInfo) == AccountInfo("")


async def test_who_waits_for_a_login_keeps_nobody_else_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hashed = asyncio.Event()

    async def slowly(_: Passwords, password: str) -> str:
        await hashed.wait()
        return f"a hash of {len(password)} characters"

    monkeypatch.setattr(Passwords, "hash", slowly)
    async with hosted(accounts=tmp_path) as host, host.guest() as client, host.guest() as other:
        await client.send(SignUp("Ann", PASSWORD), ListSessions())
        await other.send(ListSessions())
        await other.expect(Sessions)
        hashed.set()
        assert (await client.expect(AccountInfo)).name == "Ann"
        await client.expect(Sessions)


async def test_who_is_gone_before_the_answer_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, hashed = asyncio.Event(), asyncio.Event()

    async def slowly(_: Passwords, password: str) -> str:
        begun.set()
        await hashed.wait()
        return f"a hash of {len(password)} characters"

    monkeypatch.setattr(Passwords, "hash", slowly)
    async with hosted(accounts=tmp_path) as host:
        async with host.guest() as client:
            await client.send(SignUp("Ann", PASSWORD))
            await begun.wait()
            client.connection.transport.abort()
        hashed.set()
        await host.deserted()
        assert host.service.cache.named("Ann") is not None


async def test_only_who_is_logged_in_has_a_password_to_change(tmp_path: Path) -> None:
    async with hosted(accounts=tmp_path) as host, host.guest() as client:
        await client.send(ChangePassword(PASSWORD, "battery staple"))
        assert (await client.expect(Error)).code == "not_allowed"


async def test_what_the_host_takes_away_is_gone_for_who_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(housekeeping, "LOOK_SECONDS", 0.01)
    async with hosted(accounts=tmp_path) as host, host.guest() as client:
        await sign_up(client, "Ann")
        elsewhere = open_accounts(tmp_path)
        known = host.service.cache.named("Ann")
        assert known is not None
        AccountRepository(elsewhere).set_operator(known.id, operator=True)
        assert await client.expect(AccountInfo) == AccountInfo("Ann", operator=True)
        AccountRepository(elsewhere).set_password(known, "")
        assert await client.expect(AccountInfo) == AccountInfo("")
        elsewhere.close()


async def test_the_welcome_says_whether_one_may_sign_up(tmp_path: Path) -> None:
    for folder in (tmp_path, None):
        async with hosted(accounts=folder) as host, host.stranger() as client:
            customs = (await client.greet()).customs
            assert customs is not None
            assert customs.accounts == (folder is not None)


async def test_the_welcome_has_the_message_of_the_day() -> None:
    motd = {"server": {"motd": "Be kind."}}
    async with hosted(sections=motd) as host, host.stranger() as client:
        await client.send(Hello(PROTOCOL, "test"))
        assert (await client.expect(Welcome)).motd == "Be kind."


async def test_the_welcome_says_where_the_source_and_the_client_are() -> None:
    source = {"server": {"source": "https://example.org/tide"}}
    async with hosted(sections=source) as host, host.stranger() as client:
        await client.send(Hello(PROTOCOL, "test"))
        welcome = await client.expect(Welcome)
        assert welcome.source == "https://example.org/tide"
        status, _ = await http_get(host.address, "/client/")
        assert (status, welcome.wheel.startswith("/client/undertide-")) == (200, True)


async def test_a_server_without_a_folder_says_that_it_keeps_no_accounts() -> None:
    async with hosted() as host, host.guest() as client:
        await client.send(SignUp("Ann", PASSWORD))
        error = await client.expect(Error)
        assert (error.code, "--data" in error.reason) == ("not_allowed", True)


async def ban(host: Hosted, account: str = "", network: str = "") -> None:
    await host.service.ban(account, network, "Olga", 0, "spam")


async def test_an_outlawed_address_is_turned_away_before_its_websocket_opens() -> None:
    async with hosted() as host:
        await ban(host, network="127.0.0.0/8")
        status, _ = await http_get(host.address, "/healthz")
        assert status == 200
        with pytest.raises(Exception, match="403"):
            async with host.stranger():
                pass


async def test_one_that_came_just_before_is_told_at_its_greeting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with hosted() as host:
        host.gateway.gate.is_banned = lambda _key: False
        await ban(host, network="127.0.0.1")
        async with host.stranger() as client:
            await client.send_raw(b"\x93\xa5hello\x01\xa4test")
            error = await client.expect(Error)
            assert (error.code, "spam" in error.reason) == ("banned", True)
            assert await client.gone() == Closing.BANNED


async def test_a_ban_by_another_process_ends_the_connection_of_whom_it_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(housekeeping, "LOOK_SECONDS", 0.01)
    async with hosted(accounts=tmp_path) as host, host.guest() as client:
        await sign_up(client, "Ann")
        with closing(open_accounts(tmp_path)) as elsewhere:
            ModerationRepository(elsewhere).ban("Ann", "", "Olga", 0.0, "spam")
        assert (await client.expect(Error)).code == "banned"
        assert await client.gone() == Closing.BANNED


async def test_an_outlawed_account_can_not_be_logged_in_to(tmp_path: Path) -> None:
    async with hosted(accounts=tmp_path) as host, host.guest() as client:
        token = (await sign_up(client, "Ann")).token
        await ban(host, account="Ann")
        async with host.guest() as other:
            for login in (LogIn("Ann", PASSWORD), LogIn("Ann", token=token)):
                await other.send(login)
                assert (await other.expect(Error)).code == "banned"
            await other.send(ListSessions())
            await other.expect(Sessions)


async def test_who_made_a_session_as_a_guest_and_logs_in_is_another_one(tmp_path: Path) -> None:
    async with hosted(accounts=tmp_path) as host, host.guest() as client:
        await client.send(Create())
        made = (await client.expect(Created)).session
        await client.send(ListPeople(made))
        assert (await client.expect(People)).role == "host"
        await sign_up(client, "Ann")
        await client.send(ListPeople(made))
        assert (await client.expect(Error)).code == "not_allowed"


async def test_the_key_of_the_host_is_asked_for_without_a_name(tmp_path: Path) -> None:
    async with hosted(accounts=tmp_path) as host, host.guest() as client:
        await client.send(LogIn("", token=bytes(32)), LogIn("", token=operator_key(tmp_path)))
        assert (await client.expect(Error)).code == "bad_login"
        assert await client.expect(AccountInfo) == AccountInfo("", operator=True)


async def test_an_erased_account_makes_guests_of_all_its_connections(tmp_path: Path) -> None:
    async with hosted(accounts=tmp_path) as host, host.guest() as here, host.guest() as there:
        token = (await sign_up(here, "Ann")).token
        await there.send(LogIn("Ann", token=token))
        await there.expect(AccountInfo)
        await here.send(ExportAccount())
        assert json.loads((await here.expect(AccountData)).data)["account"]["name"] == "Ann"
        await here.send(EraseAccount(PASSWORD))
        for client in (here, there):
            assert (await client.expect(AccountInfo)).name == ""
        for question in (ExportAccount(), EraseAccount(PASSWORD)):
            await here.send(question)
            assert (await here.expect(Error)).code == "not_allowed"
