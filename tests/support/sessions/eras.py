"""Eras: data folders as servers of earlier versions kept them (`data/make_era.py`)."""

import json
import re
import tarfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parents[2] / "data/eras"
SUFFIX: Final = ".tar.xz"
FOUND: Final = "-found"
"""What the name of a folder ends with that no script has made."""
SCRIPT: Final = "python tests/data/make_era.py"
"""What makes an era of the present tree."""
_NAME: Final = re.compile(
    r"(postgres-)?rules-(?P<rules>\d+)-tables-(?P<tables>\d+)(-accounts-(\d+))?(-found)?"
)
GONE: Final = {
    "rules-1-tables-1": "its heroes have no callings, no gear and no mana, which all rules need",
}
"""Eras whose runs this version can't play, and why nobody can say what they would mean."""


@dataclass(frozen=True, slots=True)
class Seats:
    """The session of an era, and its seats."""

    session: str
    tokens: dict[str, bytes]
    """The token of each seat, by its hero's name."""


@dataclass(frozen=True, order=True, slots=True)
class Era:
    """What the servers of one version kept."""

    rules: int
    tables: int
    """The version of the tables of runs."""
    name: str

    @property
    def was_found(self) -> bool:
        """Whether it is a folder of players, stopped, whose tokens nobody knows."""
        return self.name.endswith(FOUND)

    def unpack(self, target: Path) -> Seats:
        """Write its folders `stopped` and `killed` into a folder; return whose seats they hold."""
        with tarfile.open(FOLDER / f"{self.name}{SUFFIX}") as archive:
            archive.extractall(target, filter="data")
        told = json.loads((target / "seats.json").read_text(encoding="utf-8"))
        tokens = {name: bytes.fromhex(token) for name, token in told["tokens"].items()}
        return Seats(told["session"], tokens)


def _era_of(file: Path) -> Era:
    name = file.name.removesuffix(SUFFIX)
    found = _NAME.fullmatch(name)
    assert found, f"{name} is not the name of an era"
    return Era(int(found["rules"]), int(found["tables"]), name)


ERAS: Final = tuple(sorted(_era_of(file) for file in FOLDER.glob(f"rules-*{SUFFIX}")))
"""All eras, the oldest first."""
POSTGRES_ERAS: Final = tuple(sorted(_era_of(file) for file in FOLDER.glob(f"postgres-*{SUFFIX}")))
"""Eras of a database: dumps, `stopped.sql` and `killed.sql`, in place of folders."""
