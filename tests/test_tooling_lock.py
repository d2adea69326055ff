"""The locks: complete, hashed, and without any address."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ("base", "runtime", "development", "lowest")
OF_PLAYERS = ("cluster", "fast", "gym", "inspect", "server", "ssh", "window")
"""The extras that `all` stands for."""

PINNED = re.compile(r"(?P<name>[a-z0-9-]+)==(?P<version>\S+)(?: ; (?P<marker>.+))?")
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")


def text(lock: str) -> str:
    return (ROOT / "lock" / f"{lock}.txt").read_text()


def entries(lock: str) -> dict[str, list[str]]:
    """Return the hashes of each line that names a package."""
    split = [
        re.split(r"\s+(?=--hash)", line) for line in text(lock).replace("\\\n", "").splitlines()
    ]
    return {entry: hashes for entry, *hashes in split}


def pins(lock: str) -> dict[str, str]:
    """Return the version of each package that a lock pins, the first where markers choose."""
    found: dict[str, str] = {}
    for entry in entries(lock):
        if match := PINNED.fullmatch(entry):
            found.setdefault(match["name"], match["version"])
    return found


def names(lock: str) -> set[str]:
    return {*pins(lock)}


def requirements(*extras: str) -> list[str]:
    """Return what pyproject.toml depends on, with these extras."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    optional = project["optional-dependencies"]
    return [*project["dependencies"], *(name for extra in extras for name in optional[extra])]


def asked_for(*extras: str) -> set[str]:
    """Return the names of the packages that pyproject.toml depends on."""
    return {re.split(r"[^A-Za-z0-9-]", name)[0].lower() for name in requirements(*extras)}


@pytest.mark.parametrize("lock", LOCKS)
def test_every_package_is_pinned_and_hashed(lock: str) -> None:
    assert entries(lock)
    for entry, hashes in entries(lock).items():
        assert PINNED.fullmatch(entry), entry
        assert hashes, entry
        assert all(HASH.fullmatch(each) for each in hashes), entry


@pytest.mark.parametrize("lock", LOCKS)
def test_no_address_is_named(lock: str) -> None:
    assert not re.search(r"://|index|find-links|@", text(lock))


def test_each_lock_holds_what_the_project_asks_for() -> None:
    assert asked_for("setup") <= names("base")
    assert asked_for(*OF_PLAYERS, "setup") <= names("runtime")
    assert asked_for(*OF_PLAYERS, "setup", "development") <= names("development")
    assert asked_for(*OF_PLAYERS, "setup", "development") <= names("lowest")


def test_players_and_developers_get_the_same_versions() -> None:
    assert entries("base").items() <= entries("runtime").items()
    assert entries("runtime").items() <= entries("development").items()


def test_the_lowest_versions_are_those_that_the_project_allows() -> None:
    bounds = {
        match["name"]: match["bound"]
        for requirement in requirements(*OF_PLAYERS, "setup")
        if (match := re.match(r"(?P<name>[a-z0-9-]+)(?:\[.+\])?>=(?P<bound>[0-9.]+)", requirement))
    }
    assert len(bounds) == len(asked_for(*OF_PLAYERS, "setup"))
    pinned = pins("lowest")
    higher = {
        name: pinned[name]
        for name, bound in bounds.items()
        if not f"{pinned[name]}.".startswith(f"{bound}.")
    }
    assert higher == {}


def test_the_build_backend_is_locked_with_the_rest() -> None:
    required = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"]
    assert set(required) <= names("runtime")


def test_all_stands_for_every_extra_of_players() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    optional = project["optional-dependencies"]
    assert optional["all"] == [f"undertide[{','.join(OF_PLAYERS)}]"]
    assert optional.keys() == {"all", "setup", "development", *OF_PLAYERS}
