"""Part of the build: writes into each wheel and sdist the commit that it is made from."""

import os
import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE = "undertide_shared"


class CommitHook(BuildHookInterface[Any]):
    """Adds a file with the commit to a wheel or an sdist.

    The commit is the checkout's, or that of the variable UNDERTIDE_COMMIT where git's files are
    missing, as in a container. Without either there is no file. A wheel that is made from an sdist
    has the file of that. An editable installation has none: it reads the checkout when it runs.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the file beside the archive, and have it included."""
        package = Path(self.root, "shared", PACKAGE)
        build = runpy.run_path(str(package / "build.py"))
        if version == "editable" or (package / build["COMMIT_FILE"]).exists():
            return
        commit = os.environ.get("UNDERTIDE_COMMIT") or build["commit_of_checkout"](Path(self.root))
        if commit:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            self._file.write_text(f"{commit}\n", encoding="utf-8")
            folder = f"shared/{PACKAGE}" if self.target_name == "sdist" else PACKAGE
            build_data["force_include"][str(self._file)] = f"{folder}/{build['COMMIT_FILE']}"

    def finalize(
        self,
        version: str,  # noqa: ARG002  (hatchling's signature)
        build_data: dict[str, Any],  # noqa: ARG002  (hatchling's signature)
        artifact_path: str,  # noqa: ARG002  (hatchling's signature)
    ) -> None:
        """Remove the file: the archive has a copy."""
        self._file.unlink(missing_ok=True)

    @property
    def _file(self) -> Path:
        return Path(self.directory, f"{PACKAGE}-commit.txt")
