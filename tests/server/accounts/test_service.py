import json
from dataclasses import replace
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from support.sessions.account_services import Clock, evidence, open_account_service
from undertide_server.accounts import service as service_module
from undertide_server.accounts.accounts import DAY, WRONG_AT_ONCE
from undertide_server.accounts.bans import MOST_OUTLAWS
from undertide_server.accounts.database import FILE, open_accounts
from undertide_server.accounts.reports import ReportRepository
from undertide_server.accounts.repository import AccountRepository
from undertide_server.accounts.service import (
    EXPORTS_AT_ONCE,
    FORGET_SECONDS,
    MAX_TEXT,
    MOST_EXPORTED,
    AccountService,
)
from undertide_server.content.load import load_settings
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import Identity
from undertide_shared.codec import encode
from undertide_shared.limits import MAX_REASON, MAX_SERVER_MESSAGE, MAX_WORD
from undertide_shared.messages import AccountData

PASSWORD = "correct horse"


async def test_a_deed_says_who_what_where_and_when() -> None:
    with open_account_service(None, lambda: 1234.9) as service:
        service.audit.record("Olga", "kicked Ann: spam", "abcde")
        (entry,) = await service.audit.entries("abcde")
    assert (entry.at, entry.who, entry.text, entry.session) == (
        1234,
        "Olga",
        "kicked Ann: spam",
        "abcde",
    )


async def test_the_log_of_the_host_has_each_too() -> None:
    with open_account_service(None) as service, capture_logs() as logged:
        service.audit.record("Olga", "kicked Ann", "abcde")
    (line,) = logged
    assert (line["event"], line["who"], line["text"]) == ("deed", "Olga", "kicked Ann")


async def test_what_strangers_wrote_is_cleaned_and_bounded() -> None:
    with open_account_service(None) as service:
        service.audit.record("O\x1b[31m" + "l" * 1000, "kicked \u202eAnn" + "n" * 1000, "abcde")
        (entry,) = await service.audit.entries(None)
    assert "\x1b" not in entry.who
    assert "\u202e" not in entry.text
    assert (len(entry.who), len(entry.text)) == (MAX_WORD, MAX_TEXT)


async def test_bans_are_in_force_at_once_and_after_a_restart(tmp_path: Path) -> None:
    with open_account_service(tmp_path) as service:
        await service.ban("Ann", "", "Olga", 0, "spam")
        await service.ban("", "192.0.2.0/24", "Olga", 60, "")
        assert service.is_banned("192.0.2.7")
    with open_account_service(tmp_path) as service:
        assert service.is_banned("192.0.2.7")
        assert not service.is_banned("192.0.3.7")
        assert "for good: spam" in service.ban_of(Identity("ann", "192.0.3.7"))
        assert not service.ban_of(Identity("", "192.0.3.7"))
        assert [info.who for info in service.ban_infos()] == ["192.0.2.0/24", "Ann"]


def test_the_file_is_checked_unless_another_process_uses_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = load_settings().accounts
    checked: list[Path] = []

    def mend(file: Path, _tables: object) -> bool:
        checked.append(file)
        return False

    monkeypatch.setattr(service_module, "mend", mend)
    AccountService(tmp_path, settings, checks=False).close()
    assert checked == []
    AccountService(tmp_path, settings).close()
    assert checked == [tmp_path / FILE]


async def test_a_pardon_ends_a_ban_at_once_and_for_good(tmp_path: Path) -> None:
    with open_account_service(tmp_path) as service:
        banned = await service.ban("Ann", "", "Olga", 0, "")
        assert (await service.pardon(banned.id)) == banned
        assert not service.ban_of(Identity("Ann"))
        with pytest.raises(RequestRefusedError) as caught:
            await service.pardon(banned.id)
        assert caught.value.code == "unknown_person"
    with open_account_service(tmp_path) as service:
        assert not service.ban_infos()


async def test_bans_that_ended_are_forgotten(tmp_path: Path) -> None:
    clock = Clock()
    with open_account_service(tmp_path, clock) as service:
        await service.ban("Ann", "", "Olga", 1, "")
        clock.now += 60
        assert not service.ban_of(Identity("Ann"))
        await service.forget_expired(0.0)
        assert len(service.bans) == 0
    with open_account_service(tmp_path, clock) as service:
        assert len(service.bans) == 0


@pytest.mark.parametrize("minutes", [-1, 10**9])
async def test_a_ban_lasts_no_longer_than_a_year(minutes: int) -> None:
    with open_account_service(None) as service, pytest.raises(RequestRefusedError) as caught:
        await service.ban("Ann", "", "Olga", minutes, "")
    assert caught.value.code == "bad_option"


async def test_there_are_so_many_bans_at_once() -> None:
    with open_account_service(None) as service:
        for number in range(MOST_OUTLAWS):
            await service.ban(f"Ann {number}", "", "Olga", 0, "")
        with pytest.raises(RequestRefusedError) as caught:
            await service.ban("Bob", "", "Olga", 0, "")
        assert caught.value.code == "server_full"


async def test_what_commands_of_the_host_change_is_taken_up(tmp_path: Path) -> None:
    with open_account_service(tmp_path) as service:
        login, _ = await service.accounts.sign_up("Ann", PASSWORD, "")
        elsewhere = open_accounts(tmp_path)
        AccountRepository(elsewhere).set_operator(login.account, operator=True)
        await service.take_up_changes()
        assert service.cache.identity(login, "").operator
        AccountRepository(elsewhere).set_password(
            AccountRepository(elsewhere).by_id(login.account).known, ""
        )
        await service.take_up_changes()
        assert service.cache.identity(login, "") == Identity()
        elsewhere.close()


async def test_what_another_process_bans_is_banned_here(tmp_path: Path) -> None:
    with open_account_service(tmp_path) as here, open_account_service(tmp_path) as there:
        assert not await here.take_up_changes()
        banned = await there.ban("Ann", "", "Olga", 0, "")
        assert await here.take_up_changes()
        assert here.ban_of(Identity("Ann"))
        assert await here.pardon(banned.id) == banned
        assert await there.take_up_changes()
        assert not there.ban_of(Identity("Ann"))


async def test_a_ban_is_ended_before_this_process_has_heard_of_it(tmp_path: Path) -> None:
    with open_account_service(tmp_path) as here, open_account_service(tmp_path) as there:
        banned = await there.ban("Ann", "", "Olga", 0, "")
        assert await here.pardon(banned.id) == banned
        with pytest.raises(RequestRefusedError, match="unknown_person"):
            await there.pardon(banned.id)


async def test_an_account_that_another_process_just_made_is_logged_in_to(tmp_path: Path) -> None:
    with open_account_service(tmp_path) as here, open_account_service(tmp_path) as there:
        login, token = await there.accounts.sign_up("Ann", PASSWORD, "")
        for password, shown in ((PASSWORD, b""), ("", token)):
            login, _ = await here.accounts.log_in("Ann", password, shown, "")
            assert here.cache.identity(login, "").account == "Ann"
        await there.erase(login, PASSWORD, "")
        await here.take_up_changes()
        assert here.cache.of(login) is None


async def test_a_password_that_another_process_changed_ends_logins_here(tmp_path: Path) -> None:
    with open_account_service(tmp_path) as here, open_account_service(tmp_path) as there:
        login, _ = await here.accounts.sign_up("Ann", PASSWORD, "")
        await there.take_up_changes()
        await there.accounts.change_password(login, PASSWORD, "battery staple", "")
        await here.take_up_changes()
        assert here.cache.of(login) is None
        login, _ = await here.accounts.log_in("Ann", "battery staple", b"", "")
        assert here.cache.of(login) is not None


async def test_wrong_passwords_count_for_all_processes_together(tmp_path: Path) -> None:
    with open_account_service(tmp_path) as here, open_account_service(tmp_path) as there:
        await here.accounts.sign_up("Ann", PASSWORD, "")
        for number in range(WRONG_AT_ONCE):
            service = (here, there)[number % 2]
            with pytest.raises(RequestRefusedError, match="wrong password"):
                await service.accounts.log_in("Ann", "guess guess", b"", "")
        for service in (here, there):
            with pytest.raises(RequestRefusedError, match="try again in"):
                await service.accounts.log_in("Ann", PASSWORD, b"", "")


async def test_deeds_are_kept_for_so_many_days(tmp_path: Path) -> None:
    clock = Clock()
    with open_account_service(tmp_path, clock, audit_days=2) as service:
        service.audit.record("Olga", "kicked Ann", "abcde")
        clock.now += DAY
        service.audit.record("Olga", "banned Ann", "abcde")
        await service.forget_expired(0.0)
        assert len(await service.audit.entries(None)) == 2
        clock.now += DAY + 1
        await service.forget_expired(1.0)
        assert len(await service.audit.entries(None)) == 2
        await service.forget_expired(FORGET_SECONDS)
        assert [entry.text for entry in await service.audit.entries("abcde")] == ["banned Ann"]


async def test_without_a_folder_bans_and_deeds_last_as_long_as_the_server() -> None:
    with open_account_service(None) as service:
        await service.ban("", "192.0.2.7", "Olga", 0, "")
        service.audit.record("Olga", "banned 192.0.2.7 from the server for good", "")
        assert service.is_banned("192.0.2.7")
        assert len(await service.audit.entries(None)) == 1


async def test_a_player_gets_a_copy_and_erases_the_account(tmp_path: Path) -> None:
    with open_account_service(tmp_path) as service:
        login, token = await service.accounts.sign_up("Ann", PASSWORD, "")
        assert json.loads(await service.export(login))["account"]["name"] == "Ann"
        with pytest.raises(RequestRefusedError, match="bad_login"):
            await service.erase(login, "wrong horse", "")
        await service.erase(login, PASSWORD, "")
        assert service.cache.of(login) is None
        assert service.cache.read_alike("Ann") is None
        for again in (service.export(login), service.accounts.log_in("Ann", "", token, "")):
            with pytest.raises(RequestRefusedError):
                await again
        with pytest.raises(RequestRefusedError, match="name_taken"):
            await service.accounts.sign_up("ann", PASSWORD, "")
        (entry,) = await service.audit.entries(None)
        assert (entry.who, entry.text) == ("an erased account", "erased the account")


async def test_a_copy_is_made_a_few_times_and_then_after_a_wait(tmp_path: Path) -> None:
    with open_account_service(tmp_path) as service:
        login, _ = await service.accounts.sign_up("Ann", PASSWORD, "")
        for _ in range(EXPORTS_AT_ONCE):
            await service.export(login)
        with pytest.raises(RequestRefusedError, match="too_fast"):
            await service.export(login)


async def test_the_largest_copy_fits_into_a_message(tmp_path: Path) -> None:
    wide = "\U00020000"
    with open_account_service(tmp_path) as service:
        login, _ = await service.accounts.sign_up(wide * 16, PASSWORD, "")
        whose = Identity(wide * 16, "192.0.2.1")
        report = replace(evidence(), reporter=whose, by=wide * 16, name=wide * 16)
        connection = open_accounts(tmp_path)
        for _ in range(MOST_EXPORTED + 1):
            ReportRepository(connection).add(report, wide * MAX_REASON, 1e9)
            service.audit.record(wide * 16, wide * 999, "k7m2q")
            await service.ban(wide * 16, "", "Olga", 0, wide * MAX_REASON)
        connection.close()
        told = await service.export(login)
    assert len(json.loads(told)["deeds"]) == MOST_EXPORTED
    assert len(encode(AccountData(told))) < MAX_SERVER_MESSAGE
