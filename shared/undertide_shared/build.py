"""Which build of Undertide runs: its version, and the commit that it was made from.

Only the standard library is used here: the build backend runs this file too, before the package is
installed (`hatch_build.py`).
"""

import re
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

COMMIT_FILE: Final = "commit.txt"
"""The file beside this module in which wheels and sdists keep their commit. A checkout has none."""
SHORT: Final = 12
"""Digits of a commit that people read: enough to find it by."""
_COMMIT: Final = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")


class Build(NamedTuple):
    """A build of the package."""

    version: str
    commit: str
    """The whole commit in hexadecimal digits; empty where it is unknown."""

    def __str__(self) -> str:
        """Return the version, and the first digits of the commit where it is known."""
        return f"{self.version} ({self.commit[:SHORT]})" if self.commit else self.version


@cache
def this_build() -> Build:
    """Return the build that runs. The first call reads files, and later commits change nothing.

    A checkout that was edited names the commit that it was edited from.
    """
    from importlib.metadata import version  # noqa: PLC0415  (slow, and seldom asked for)

    folder = Path(__file__).resolve().parent
    commit = commit_in_wheel(folder) or commit_of_checkout(folder.parents[1])
    return Build(version("undertide"), commit)


def commit_in_wheel(folder: Path) -> str:
    """Return the commit that a wheel keeps in this folder; empty where it keeps none."""
    return _commit(_read(folder / COMMIT_FILE))


def commit_of_checkout(root: Path) -> str:
    """Return the commit that a git checkout or worktree is at; empty where that can't be read.

    It reads git's own files: that needs no git and takes no process.
    """
    git = root / ".git"
    if git.is_file():  # A worktree: the file says where its folder is.
        git = root / _read(git).removeprefix("gitdir:").strip()
    head = _read(git / "HEAD")
    if not head.startswith("ref:"):
        return _commit(head)
    name = head.removeprefix("ref:").strip()
    shared = git / _read(git / "commondir")  # Worktrees share branches; elsewhere it is `git`.
    return _commit(_read(shared / name)) or _packed(_read(shared / "packed-refs"), name)


def _packed(refs: str, name: str) -> str:
    """Return the commit of a branch among packed ones; empty where it isn't among them."""
    lines = (line.split(" ") for line in refs.splitlines())
    return next((_commit(line[0]) for line in lines if line[1:] == [name]), "")


def _commit(text: str) -> str:
    """Return a text if it is a commit, else an empty one."""
    return text if _COMMIT.fullmatch(text) else ""


def _read(path: Path) -> str:
    """Return the text of a file without space around it; empty where it can't be read."""
    try:
        return path.read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        return ""
