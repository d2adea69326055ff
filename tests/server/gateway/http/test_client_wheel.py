"""The wheel that a server makes of its own files is one that installs."""

import csv
import io
import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

from undertide_server.gateway.http import client_wheel
from undertide_server.gateway.http.client_wheel import PACKAGES, WheelError, make_wheel, wheel_offer
from undertide_shared.build import COMMIT_FILE, commit_of_checkout

ROOT = Path(__file__).resolve().parents[4]
INFO = f"undertide-{version('undertide')}.dist-info"


@pytest.fixture(scope="module")
def wheel() -> zipfile.ZipFile:
    return zipfile.ZipFile(io.BytesIO(make_wheel()))


@pytest.fixture
def forgotten() -> Iterator[None]:
    """Forget what is installed, before and after."""
    wheel_offer.cache_clear()
    yield
    wheel_offer.cache_clear()


def installed(folder: Path) -> Path:
    """Install the wheel into an environment of its own; return the environment's programs."""
    offer = wheel_offer()
    assert offer is not None
    file = folder / Path(offer.path).name
    file.write_bytes(make_wheel())
    env = folder / "env"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", env], check=True)
    pip = (sys.executable, "-m", "pip", "--python", env / "bin" / "python", "--isolated")
    options = ("--no-deps", "--no-index", "--no-compile", "--disable-pip-version-check", "--quiet")
    subprocess.run([*pip, "install", *options, file], check=True)
    return env / "bin"


def told(*command: str | Path) -> str:
    """Return what a program of the environment prints, with this one's other packages in reach."""
    # No .pth of this folder is read, so nothing of a checkout is found by way of it.
    reach = {**os.environ, "PYTHONPATH": str(Path(pytest.__file__).parents[1])}
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=reach)
    return done.stdout


def test_it_installs_the_client_with_all_that_it_needs(tmp_path: Path) -> None:
    programs = installed(tmp_path)
    version_told = told(programs / "undertide", "--version")
    assert version("undertide") in version_told
    assert commit_of_checkout(ROOT)[:12] in version_told
    place = "import undertide_client.web as web; print(web.__file__, *web.read_page())"
    found = told(programs / "python", "-c", place)
    assert found.startswith(str(tmp_path))
    assert "index.html" in found


def test_it_is_the_same_each_time() -> None:
    assert make_wheel() == make_wheel()


def test_it_lists_every_file_and_holds_none_of_an_interpreter(wheel: zipfile.ZipFile) -> None:
    assert wheel.testzip() is None
    names = wheel.namelist()
    assert len(names) == len(set(names))
    rows = list(csv.reader(io.StringIO(wheel.read(f"{INFO}/RECORD").decode())))
    assert [row[0] for row in rows] == names
    assert all(int(row[2]) == wheel.getinfo(row[0]).file_size for row in rows[:-1])
    assert {name.split("/")[0] for name in names} == {*PACKAGES, INFO}
    assert not any("__pycache__" in name or "/." in name for name in names)
    assert {f"{INFO}/METADATA", f"{INFO}/entry_points.txt", f"{INFO}/WHEEL"} <= set(names)
    assert any(name.startswith(f"{INFO}/licenses/") for name in names)
    assert f"undertide_shared/{COMMIT_FILE}" in names


def test_the_offer_names_the_file_and_the_python_that_it_needs() -> None:
    offer = wheel_offer()
    assert offer is not None
    assert offer.path == f"/client/undertide-{version('undertide')}-py3-none-any.whl"
    assert offer.python == "3.11"


@pytest.mark.parametrize("limit", ["MOST_FILES", "MOST_BYTES"])
def test_folders_that_hold_far_too_much_make_none(
    monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    monkeypatch.setattr(client_wheel, limit, 10)
    with pytest.raises(WheelError, match="far too much"):
        make_wheel()


def test_a_program_that_is_not_installed_offers_none(
    monkeypatch: pytest.MonkeyPatch, forgotten: None
) -> None:
    def missing(_name: str) -> None:
        raise PackageNotFoundError

    monkeypatch.setattr(client_wheel, "distribution", missing)
    assert wheel_offer() is None
    with pytest.raises(WheelError, match="not installed"):
        make_wheel()


def test_nor_does_one_without_the_client(monkeypatch: pytest.MonkeyPatch, forgotten: None) -> None:
    monkeypatch.setattr(client_wheel, "find_spec", lambda _name: None)
    assert wheel_offer() is None
