"""Whoever can write to the accounts is an operator, for a minute at a time."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from support.sessions.account_services import open_account_service
from undertide_server.accounts.database import open_accounts
from undertide_server.accounts.operators import PASS_SECONDS, OperatorPasses, operator_key
from undertide_server.accounts.records import KEYHOLDER
from undertide_server.accounts.repository import AccountRepository
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.store.engine.address import PostgresAddress
from undertide_server.store.engine.protocol import StoreConnection
from undertide_shared.data_folder import KEY_BYTES, KEY_FILE


def test_a_key_is_made_once_for_the_eyes_of_its_owner(tmp_path: Path) -> None:
    key = operator_key(tmp_path)
    assert len(key) == KEY_BYTES
    assert operator_key(tmp_path) == key
    assert (tmp_path / KEY_FILE).stat().st_mode & 0o777 == 0o600


def test_another_folder_has_another(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    assert operator_key(tmp_path / "a") != operator_key(tmp_path / "b")


def test_a_file_that_holds_none_is_named_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / KEY_FILE).write_text("secret")
    with pytest.raises(OSError, match="delete it"):
        operator_key(tmp_path)


@pytest.fixture(params=["memory", "postgres"])
def connection(request: pytest.FixtureRequest) -> Iterator[StoreConnection]:
    is_shared = request.param == "postgres"
    url = request.getfixturevalue("postgres_url") if is_shared else ""
    with closing(open_accounts(PostgresAddress.parse(url) if url else None)) as connection:
        yield connection


def test_a_pass_counts_until_it_expires(connection: StoreConnection) -> None:
    passes = OperatorPasses(connection)
    issued = passes.issue()
    assert len(issued) == KEY_BYTES
    assert passes.is_valid(issued)
    assert not passes.is_valid(bytes(KEY_BYTES))
    connection.execute("UPDATE tokens SET expires = expires - ?", (PASS_SECONDS,))
    assert not passes.is_valid(issued)


def test_the_store_keeps_no_pass(connection: StoreConnection) -> None:
    issued = OperatorPasses(connection).issue()
    assert issued not in [row[0] for row in connection.execute("SELECT digest FROM tokens")]


def test_a_token_of_an_account_is_no_pass(connection: StoreConnection) -> None:
    accounts = AccountRepository(connection)
    ann = accounts.add("Ann", "", 5, 0.0)
    accounts.add_token(ann, b"digest", connection.now() + 60.0, 0.0)
    assert not OperatorPasses(connection).is_valid(b"digest")


async def test_a_server_takes_a_pass_for_the_key(tmp_path: Path) -> None:
    with (
        open_account_service(tmp_path) as service,
        closing(open_accounts(tmp_path)) as elsewhere,
    ):
        issued = OperatorPasses(elsewhere).issue()
        assert await service.accounts.log_in("", "", issued, "") == (KEYHOLDER, b"")
        with pytest.raises(RequestRefusedError):
            await service.accounts.log_in("", "", bytes(KEY_BYTES), "")


async def test_a_node_without_a_folder_has_accounts_and_operators(postgres_url: str) -> None:
    address = PostgresAddress.parse(postgres_url)
    with open_account_service(address) as service, closing(open_accounts(address)) as elsewhere:
        await service.accounts.sign_up("Ann", "correct horse", "")
        assert service.accounts.may_sign_up
        issued = OperatorPasses(elsewhere).issue()
        assert await service.accounts.log_in("", "", issued, "") == (KEYHOLDER, b"")
