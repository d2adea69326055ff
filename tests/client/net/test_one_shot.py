from pathlib import Path

import pytest

from support.client.scripted_server import scripted_server
from support.gateway.real_gateway import hosted
from undertide_client.net import one_shot as errand_module
from undertide_client.net.errors import ServerRefusedError, ServerSilentError
from undertide_client.net.one_shot import OneShotConnection
from undertide_server.accounts.operators import operator_key
from undertide_shared.messages import (
    Create,
    Created,
    ListAuditEntries,
    ListSessions,
    Sessions,
    SignUp,
)

PASSWORD = "correct horse"


async def test_questions_are_answered_one_after_another() -> None:
    async with hosted() as host, OneShotConnection.to(host.address) as one_shot:
        made = (await one_shot.request_answer(Create("", "party"), Created)).session
        listed = await one_shot.request_answer(ListSessions(), Sessions)
        assert [each.session for each in listed.sessions] == [made]


async def test_a_refusal_is_told_with_its_code() -> None:
    async with hosted() as host, OneShotConnection.to(host.address) as one_shot:
        with pytest.raises(ServerRefusedError, match="no preset") as caught:
            await one_shot.request_answer(Create("no such"), Created)
        assert caught.value.code == "unknown_preset"


async def test_one_is_whose_account_or_key_one_has(tmp_path: Path) -> None:
    async with hosted(accounts=tmp_path) as host, host.guest() as client:
        await client.send(SignUp("Ann", PASSWORD))
        await client.receive()
        async with OneShotConnection.to(host.address) as one_shot:
            assert (await one_shot.log_in("Ann", PASSWORD)).name == "Ann"
        async with OneShotConnection.to(host.address) as one_shot:
            assert (await one_shot.show_key(operator_key(tmp_path))).operator
        async with OneShotConnection.to(host.address) as one_shot:
            with pytest.raises(ServerRefusedError) as caught:
                await one_shot.log_in("Ann", "guess guess")
            assert caught.value.code == "bad_login"


async def test_nobody_there_is_told() -> None:
    async with hosted() as host:
        address = host.address
    with pytest.raises(ServerSilentError, match="nobody listens"):
        async with OneShotConnection.to(address):
            pass


async def test_a_server_that_hangs_up_or_says_nothing_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with scripted_server() as server:
        monkeypatch.setattr(errand_module, "ANSWER_SECONDS", 0.01)
        with pytest.raises(ServerSilentError, match="no answer in time"):
            async with OneShotConnection.to(server.url):
                pass


async def test_what_a_server_says_steers_no_terminal() -> None:
    reason = str(ServerRefusedError("not_allowed", "go \x1b[2J away"))
    assert "\x1b" not in reason


async def test_a_guest_is_told_of_no_deeds() -> None:
    async with hosted() as host, OneShotConnection.to(host.address) as one_shot:
        with pytest.raises(ServerRefusedError):
            await one_shot.request_answer(ListAuditEntries(), Sessions)
