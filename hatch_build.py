"""Part of the build: writes into each wheel the commit that it is made from."""

import os
import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE = "undertide_shared"


class CommitHook(BuildHookInterface[Any]):
    """Adds a file with the commit to a wheel.

    The commit is the checkout's, or that of the variable UNDERTIDE_COMMIT where git's files are
    missing, as in a container. Without either there is no file. An editable installation has none:
    it reads the checkout when it runs.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the file beside the wheel, and have it included."""
        if version == "editable":
            return
        build = runpy.run_path(str(Path(self.root, "shared", PACKAGE, "build.py")))
        commit = os.environ.get("UNDERTIDE_COMMIT") or build["commit_of_checkout"](Path(self.root))
        if commit:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            self._file.write_text(f"{commit}\n", encoding="utf-8")
            build_data["force_include"][str(self._file)] = f"{PACKAGE}/{build['COMMIT_FILE']}"

    def finalize(
        self,
        version: str,  # noqa: ARG002  (hatchling's signature)
        build_data: dict[str, Any],  # noqa: ARG002  (hatchling's signature)
        artifact_path: str,  # noqa: ARG002  (hatchling's signature)
    ) -> None:
        """Remove the file: the wheel has a copy."""
        self._file.unlink(missing_ok=True)

    @property
    def _file(self) -> Path:
        return Path(self.directory, f"{PACKAGE}-commit.txt")
