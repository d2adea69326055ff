"""The host's commands for accounts, called in this process."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from support.sessions.account_services import open_account_service
from undertide_server.accounts.database import FILE, TABLES
from undertide_server.accounts.records import LoginGrant
from undertide_server.accounts.service import AccountService
from undertide_server.cli.accounts import accounts
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import Identity

PASSWORD = "correct horse"


@pytest.fixture
async def service(tmp_path: Path) -> Any:
    """A server that runs, on whose folder the commands work; Ann has an account."""
    with open_account_service(tmp_path) as service:
        await service.accounts.sign_up("Ann", PASSWORD, "")
        yield service


def call(folder: Path, *words: str) -> Result:
    return CliRunner().invoke(accounts, ["--data", str(folder), *words])


def done(folder: Path, *words: str) -> str:
    result = call(folder, *words)
    assert result.exit_code == 0, result.output
    return result.stdout


async def test_the_list_says_what_scripts_rely_on(service: AccountService, tmp_path: Path) -> None:
    (row,) = json.loads(done(tmp_path, "list", "--json"))["accounts"]
    assert row.keys() == {"name", "operator", "open", "made", "seen"}
    assert (row["name"], row["operator"], row["open"]) == ("Ann", False, True)
    assert "Ann" in done(tmp_path, "list")
    assert PASSWORD not in done(tmp_path, "list", "--json")


async def test_an_operator_is_made_and_unmade_while_the_server_runs(
    service: AccountService, tmp_path: Path
) -> None:
    login, _ = await service.accounts.log_in("Ann", PASSWORD, b"", "")
    assert "made Ann an operator" in done(tmp_path, "operator", "ann")
    await service.take_up_changes()
    assert service.cache.identity(login, "").operator
    done(tmp_path, "operator", "Ann", "--revoke")
    await service.take_up_changes()
    assert service.cache.identity(login, "") == Identity("Ann")


async def test_a_forgotten_account_lets_nobody_in_and_keeps_its_name(
    service: AccountService, tmp_path: Path
) -> None:
    login, token = await service.accounts.log_in("Ann", PASSWORD, b"", "")
    done(tmp_path, "forget", "Ann")
    await service.take_up_changes()
    assert service.cache.of(login) is None
    assert await code_of(service, "Ann", PASSWORD, b"") == "bad_login"
    assert await code_of(service, "Ann", "", token) == "bad_login"
    with pytest.raises(RequestRefusedError) as caught:
        await service.accounts.sign_up("Ann", PASSWORD, "")
    assert caught.value.code == "name_taken"
    assert "forgotten" in done(tmp_path, "list")


async def test_a_reset_password_is_printed_and_ends_all_logins(
    service: AccountService, tmp_path: Path
) -> None:
    _, token = await service.accounts.log_in("Ann", PASSWORD, b"", "")
    password = json.loads(done(tmp_path, "reset", "Ann", "--json"))["password"]
    assert await code_of(service, "Ann", "", token) == "bad_login"
    assert await code_of(service, "Ann", PASSWORD, b"") == "bad_login"
    login, _ = await service.accounts.log_in("Ann", password, b"", "")
    assert isinstance(login, LoginGrant)
    assert "the password of Ann is now" in done(tmp_path, "reset", "Ann")


async def test_what_the_host_did_is_in_the_audit_log(
    service: AccountService, tmp_path: Path
) -> None:
    for words in (("operator", "Ann"), ("reset", "Ann"), ("forget", "Ann")):
        done(tmp_path, *words)
    deeds = await service.audit.entries(None)
    assert {deed.who for deed in deeds} == {"the operator"}
    assert [deed.text for deed in deeds] == [
        "forgot the account Ann",
        "reset the password of Ann",
        "made Ann an operator",
    ]


async def test_an_account_is_exported_and_erased(service: AccountService, tmp_path: Path) -> None:
    login, _ = await service.accounts.log_in("Ann", PASSWORD, b"", "")
    told = json.loads(done(tmp_path, "export", "ann"))
    assert (told["account"]["name"], told["runs"]) == ("Ann", [])
    assert done(tmp_path, "erase", "ann") == "erased Ann\n"
    await service.take_up_changes()
    assert service.cache.of(login) is None
    assert [deed.text for deed in await service.audit.entries(None)] == ["erased an account"]
    assert call(tmp_path, "export", "Ann").exit_code == 1


@pytest.mark.parametrize(
    "words", [(word, "Bob") for word in ("operator", "forget", "reset", "export", "erase")]
)
async def test_nobody_of_that_name_is_told(
    service: AccountService, tmp_path: Path, words: tuple[str, str]
) -> None:
    result = call(tmp_path, *words)
    assert (result.exit_code, "there is no account" in result.stderr) == (1, True)


def test_a_folder_without_accounts_is_told_and_stays_as_it_is(tmp_path: Path) -> None:
    result = call(tmp_path, "list")
    assert (result.exit_code, "there are no accounts" in result.stderr) == (1, True)
    assert list(tmp_path.iterdir()) == []


def test_a_file_of_another_version_is_told(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / FILE)
    connection.execute(f"PRAGMA user_version = {TABLES.version + 1}")
    connection.close()
    result = call(tmp_path, "list")
    assert (result.exit_code, f"version {TABLES.version + 1}" in result.stderr) == (1, True)


async def code_of(service: AccountService, name: str, password: str, token: bytes) -> str:
    with pytest.raises(RequestRefusedError) as caught:
        await service.accounts.log_in(name, password, token, "")
    return caught.value.code
