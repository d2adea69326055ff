import os
import subprocess
from importlib.metadata import version
from pathlib import Path

import pytest

from undertide_shared import build
from undertide_shared.build import (
    COMMIT_FILE,
    Build,
    commit_in_wheel,
    commit_of_checkout,
    this_build,
)

COMMIT = "0123456789abcdef" * 2 + "01234567"
OTHER = "f" * 40


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def git(folder: Path, *words: str) -> str:
    """Run git as somebody, with no settings of this machine, and return what it prints."""
    who = {
        f"GIT_{role}_{key}": "a@b" for role in ("AUTHOR", "COMMITTER") for key in ("NAME", "EMAIL")
    }
    done = subprocess.run(
        ["git", *words],
        cwd=folder,
        env={"PATH": os.environ["PATH"], "GIT_CONFIG_NOSYSTEM": "1", "HOME": str(folder)} | who,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a checkout of one commit."""
    root = tmp_path / "checkout"
    root.mkdir()
    git(root, "init", "--quiet", "--initial-branch", "trunk/one")
    git(root, "commit", "--quiet", "--allow-empty", "--message", "Begin")
    return root


def test_a_build_is_written_as_its_version_and_the_first_digits_of_its_commit() -> None:
    assert str(Build("1.2.3", COMMIT)) == "1.2.3 (0123456789ab)"
    assert str(Build("1.2.3", "")) == "1.2.3"


def test_a_checkout_is_at_the_commit_of_its_branch(checkout: Path) -> None:
    assert commit_of_checkout(checkout) == git(checkout, "rev-parse", "HEAD")


def test_a_packed_branch_is_found(checkout: Path) -> None:
    git(checkout, "branch", "one")
    git(checkout, "pack-refs", "--all")
    assert not (checkout / ".git" / "refs" / "heads" / "trunk" / "one").exists()
    assert commit_of_checkout(checkout) == git(checkout, "rev-parse", "HEAD")


def test_a_checkout_may_be_on_no_branch(checkout: Path) -> None:
    git(checkout, "checkout", "--quiet", "--detach")
    assert commit_of_checkout(checkout) == git(checkout, "rev-parse", "HEAD")


def test_a_worktree_is_at_its_own_commit(checkout: Path) -> None:
    beside = checkout.parent / "beside"
    git(checkout, "worktree", "add", "--quiet", "-b", "two", str(beside))
    git(beside, "commit", "--quiet", "--allow-empty", "--message", "Go on")
    assert commit_of_checkout(beside) == git(beside, "rev-parse", "HEAD")
    assert commit_of_checkout(checkout) == git(checkout, "rev-parse", "HEAD")
    assert commit_of_checkout(beside) != commit_of_checkout(checkout)


def test_a_branch_without_a_commit_has_none(tmp_path: Path) -> None:
    git(tmp_path, "init", "--quiet")
    assert commit_of_checkout(tmp_path) == ""


@pytest.mark.parametrize("head", ["", "ref: refs/heads/gone", "HEAD", COMMIT[:39], "\0" * 40])
def test_what_is_no_commit_is_left_out(tmp_path: Path, head: str) -> None:
    write(tmp_path / ".git" / "HEAD", head)
    assert commit_of_checkout(tmp_path) == ""


def test_a_folder_that_is_no_checkout_has_no_commit(tmp_path: Path) -> None:
    assert commit_of_checkout(tmp_path) == ""
    write(tmp_path / ".git" / "HEAD", "").write_bytes(b"\xff\xfe")
    assert commit_of_checkout(tmp_path) == ""


def test_a_wheel_keeps_its_commit_in_a_file(tmp_path: Path) -> None:
    assert commit_in_wheel(tmp_path) == ""
    write(tmp_path / COMMIT_FILE, f"{COMMIT}\n")
    assert commit_in_wheel(tmp_path) == COMMIT


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder that the package is installed in, as this module sees it."""
    folder = tmp_path / "shared" / "undertide_shared"
    monkeypatch.setattr(build, "__file__", str(folder / "build.py"))
    monkeypatch.setattr(build, "this_build", this_build.__wrapped__)
    folder.mkdir(parents=True)
    return folder


def test_the_file_of_a_wheel_counts_before_a_checkout_around_it(installed: Path) -> None:
    write(installed.parents[1] / ".git" / "HEAD", OTHER)
    assert build.this_build().commit == OTHER
    write(installed / COMMIT_FILE, COMMIT)
    assert build.this_build().commit == COMMIT


def test_a_build_of_neither_names_its_version_alone(installed: Path) -> None:
    assert str(build.this_build()) == version("undertide")


def test_files_are_read_once() -> None:
    assert this_build() is this_build()
