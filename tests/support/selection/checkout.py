"""What git knows of a checkout: its files, and which of them have changed."""

import subprocess
from pathlib import Path

MAIN = ("main", "origin/main")
"""The branch that changes are compared with: here, or where only the remote one was fetched."""


class GitError(Exception):
    """Why git can't say what has changed."""


class Checkout:
    """A folder under git."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def files(self) -> set[str]:
        """Return the paths of all files but those that git ignores. Raises GitError."""
        return self._lines("ls-files", "--cached", "--others", "--exclude-standard")

    def changed(self, revision: str) -> set[str]:
        """Return the paths of files that differ from where this branch left `revision`.

        Files that were deleted, are not committed or not added are among them. Without a revision
        the branch `main` is meant. Raises GitError.
        """
        added = self._lines("ls-files", "--others", "--exclude-standard")
        base = self._base(revision)
        return added | self._lines("diff", "--name-only", "--no-renames", "--relative", base)

    def _base(self, revision: str) -> str:
        for known in (revision,) if revision else MAIN:
            if self._lines("rev-parse", "--verify", "--quiet", f"{known}^{{commit}}", fails=True):
                (base,) = self._lines("merge-base", known, "HEAD")
                return base
        raise GitError(f"git knows no revision {revision or MAIN[0]}: name another, --changed=REV")

    def _lines(self, *arguments: str, fails: bool = False) -> set[str]:
        command = ["git", "-c", "core.quotePath=false", *arguments]
        try:
            done = subprocess.run(
                command, cwd=self.root, capture_output=True, text=True, check=False
            )
        except OSError as fault:
            raise GitError(f"git can't be started: {fault.strerror}") from fault
        if done.returncode and not fails:
            raise GitError(f"git {arguments[0]} failed: {done.stderr.strip()}")
        return set(done.stdout.splitlines())
