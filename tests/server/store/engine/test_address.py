"""The address of a database: what it accepts, and that it never shows a password."""

import pickle
from pathlib import Path

import pytest

from undertide_server.store.engine.address import (
    MOST_CHARACTERS,
    BadStoreAddressError,
    PostgresAddress,
    StoreAddress,
    address_in,
    as_text,
)

SECRET = "s3cret-Word"


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql://ann:s3cret-Word@db.example/undertide", "db.example:5432/undertide"),
        ("postgres://db.example:6000/undertide", "db.example:6000/undertide"),
        ("postgresql://ann@one:1,two,three:3/runs", "one:1,two:5432,three:3/runs"),
        ("postgresql://[::1]:5433/runs", "[::1]:5433/runs"),
        ("postgresql://", "localhost:5432"),
        ("postgresql:///runs?host=/run/postgresql", "localhost:5432/runs"),
        ("postgresql://%2Frun%2Fpostgresql/my%20runs", "/run/postgresql:5432/my runs"),
        ("  postgresql://db/runs?sslmode=verify-full\n", "db:5432/runs"),
    ],
)
def test_an_address_shows_its_hosts_and_its_database(url: str, shown: str) -> None:
    address = PostgresAddress.parse(url)
    assert address.shown == shown
    assert address.url == url.strip()


@pytest.mark.parametrize(
    "url",
    [
        f"postgresql://ann:{SECRET}@db/runs",
        f"postgresql://ann@db/runs?password={SECRET}",
        f"postgresql://ann@db/runs?sslmode=require&sslpassword={SECRET}",
    ],
)
def test_no_text_of_an_address_shows_its_password(url: str) -> None:
    address = PostgresAddress.parse(url)
    assert address.has_password
    assert all(SECRET not in text for text in (str(address), repr(address), f"{address}"))


@pytest.mark.parametrize("url", ["postgresql://ann@db/runs", "postgresql://db/runs?user=ann"])
def test_an_address_may_have_no_password(url: str) -> None:
    assert not PostgresAddress.parse(url).has_password


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "it doesn't begin with postgresql://"),
        (f"mysql://ann:{SECRET}@db/runs", "it doesn't begin with postgresql://"),
        (f"host=db password={SECRET}", "it doesn't begin with postgresql://"),
        (f"postgresql://ann:{SECRET}@x@db/runs", "a special character"),
        (f"postgresql://ann:{SECRET}/x@db/runs", "a special character"),
        (f"postgresql://ann:{SECRET} x@db/runs", "a special character"),
        (f"postgresql://ann:{SECRET}@db:port/runs", "a host is NAME or NAME:PORT"),
        (f"postgresql://ann:{SECRET}@db:65536/runs", "from 1 to 65535"),
        (f"postgresql://ann:{SECRET}@db:0/runs", "from 1 to 65535"),
        (f"postgresql://ann:{SECRET}@db/{'x' * MOST_CHARACTERS}", "characters"),
    ],
)
def test_another_text_is_refused_without_being_shown(text: str, problem: str) -> None:
    with pytest.raises(BadStoreAddressError) as refused:
        PostgresAddress.parse(text)
    assert problem in str(refused.value)
    assert SECRET not in str(refused.value)


def test_a_store_is_a_folder_or_a_database() -> None:
    addresses: list[StoreAddress] = [Path("data"), PostgresAddress.parse("postgresql://db/runs")]
    assert [isinstance(each, PostgresAddress) for each in addresses] == [False, True]


def test_an_address_reaches_another_process() -> None:
    address = PostgresAddress.parse(f"postgresql://ann:{SECRET}@db/runs")
    assert pickle.loads(pickle.dumps(address)) == address


@pytest.mark.parametrize(
    "store", [Path("/srv/data"), Path("postgresql://db"), PostgresAddress("postgresql://a:b@db/r")]
)
def test_an_address_is_read_again_from_its_text(store: StoreAddress) -> None:
    assert address_in(as_text(store)) == store
