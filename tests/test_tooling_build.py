"""hatch_build.py: wheels and sdists name the commit that they were made from."""

import runpy
from pathlib import Path
from typing import Any

import pytest

from undertide_shared.build import COMMIT_FILE, commit_of_checkout

ROOT = Path(__file__).resolve().parent.parent
COMMIT = "a" * 40


class Hook:
    """The hook of a build, and what it asked the build to include."""

    def __init__(self, root: Path, dist: Path, target: str = "wheel") -> None:
        make = runpy.run_path(str(ROOT / "hatch_build.py"))["CommitHook"]
        self._hook = make(str(root), {}, None, None, str(dist), target)
        self._data: dict[str, Any] = {"force_include": {}}

    def included(self, version: str = "standard") -> dict[str, str]:
        """Run the hook before a build; return what files say, by their paths in the wheel."""
        self._hook.initialize(version, self._data)
        return {
            inside: Path(path).read_text() for path, inside in self._data["force_include"].items()
        }

    def finish(self) -> None:
        """Run the hook after the build."""
        self._hook.finalize("standard", self._data, "")


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a checkout at a commit, with the module that the hook runs."""
    monkeypatch.delenv("UNDERTIDE_COMMIT", raising=False)
    package = tmp_path / "shared" / "undertide_shared"
    package.mkdir(parents=True)
    (package / "build.py").write_text((ROOT / "shared/undertide_shared/build.py").read_text())
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "HEAD").write_text(f"{COMMIT}\n")
    return tmp_path


def test_a_wheel_holds_the_commit_of_its_checkout(checkout: Path) -> None:
    hook = Hook(checkout, checkout / "dist")
    assert hook.included() == {f"undertide_shared/{COMMIT_FILE}": f"{COMMIT}\n"}
    assert commit_of_checkout(checkout) == COMMIT
    hook.finish()
    assert list((checkout / "dist").iterdir()) == []


def test_an_sdist_holds_it_where_wheels_that_are_made_from_it_look(checkout: Path) -> None:
    hook = Hook(checkout, checkout / "dist", "sdist")
    inside = f"shared/undertide_shared/{COMMIT_FILE}"
    assert hook.included() == {inside: f"{COMMIT}\n"}
    hook.finish()
    (checkout / ".git" / "HEAD").unlink()
    (checkout / inside).write_text(f"{COMMIT}\n")  # As in an sdist, which the wheel packs.
    assert Hook(checkout, checkout / "dist").included() == {}


def test_a_variable_names_the_commit_where_git_has_no_files(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (checkout / ".git" / "HEAD").unlink()
    monkeypatch.setenv("UNDERTIDE_COMMIT", "b" * 40)
    hook = Hook(checkout, checkout / "dist")
    assert hook.included() == {f"undertide_shared/{COMMIT_FILE}": "b" * 40 + "\n"}


@pytest.mark.parametrize("given", [None, ""])
def test_a_wheel_of_an_unknown_commit_holds_none(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, given: str | None
) -> None:
    (checkout / ".git" / "HEAD").unlink()
    if given is not None:
        monkeypatch.setenv("UNDERTIDE_COMMIT", given)
    hook = Hook(checkout, checkout / "dist")
    assert hook.included() == {}
    hook.finish()


def test_an_editable_installation_reads_its_checkout_instead(checkout: Path) -> None:
    assert Hook(checkout, checkout / "dist").included("editable") == {}
