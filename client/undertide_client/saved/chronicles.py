"""The chronicles of this player's heroes: a text for people, and a record for programs, of each."""

import contextlib
import hashlib
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Final, Literal, Protocol

import msgspec
import platformdirs

from undertide_client.saved.private_file import read_private, write_private, write_private_bytes
from undertide_shared.chronicles import RunEnd, card_of, text_of
from undertide_shared.messages import Chronicle

MAX_CHRONICLES: Final = 500
"""Heroes whose chronicles are kept: years of play, in some megabytes. The oldest go first."""
MAX_RECORD: Final = 256 * 1024
"""Most bytes to read of one record: as many as a message of a server may have."""

HeroOutcome = Literal["won", "lost", "died"]
"""How the run ended; "died" if only the hero's end is known."""


class HeroRecord(msgspec.Struct, frozen=True):
    """The life of one hero, and what is known of the end of its run."""

    life: Chronicle
    ended: float
    """When the run ended or, while that isn't known, the hero died: seconds since 1970."""
    outcome: HeroOutcome = "died"
    seed: str = ""
    """The seed of the run; empty while it is secret."""

    @property
    def key(self) -> str:
        """The name of the hero's files: it says nothing, and no server can choose it."""
        key = msgspec.json.encode([self.life.run, self.life.number])
        return hashlib.blake2b(key, digest_size=8).hexdigest()

    @property
    def text(self) -> str:
        """The chronicle as people read it."""
        return text_of(self.life, self._end)

    @property
    def card(self) -> list[str]:
        """The card of the hero's end, as lines of text."""
        return card_of(self.life, self._end)

    @property
    def _end(self) -> RunEnd | None:
        return None if self.outcome == "died" else RunEnd(self.outcome == "won", self.seed)


class Chronicles(Protocol):
    """A store of chronicles."""

    def get(self, record: HeroRecord) -> HeroRecord | None:
        """Return what is kept of the same hero, if anything is."""

    def store_record(self, record: HeroRecord) -> Path | None:
        """Keep a hero's record in place of any older one; return the file of its text, if any.

        Raises OSError if it can't be written.
        """

    def all(self) -> list[HeroRecord]:
        """Return all records, the latest first."""


class MemoryChronicles:
    """Chronicles that end with the process: for tests."""

    def __init__(self) -> None:
        self._records: dict[str, HeroRecord] = {}

    def get(self, record: HeroRecord) -> HeroRecord | None:
        """Return what is kept of the same hero, if anything is."""
        return self._records.get(record.key)

    def store_record(self, record: HeroRecord) -> None:
        """Keep a hero's record in place of any older one."""
        self._records[record.key] = record

    def all(self) -> list[HeroRecord]:
        """Return all records, the latest first."""
        return _latest_first(self._records.values())


class FileChronicles:
    """Chronicles in a folder: by default `chronicles` in this user's data folder.

    Each hero has two files, which are replaced as a whole.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or platformdirs.user_data_path("undertide") / "chronicles"

    def get(self, record: HeroRecord) -> HeroRecord | None:
        """Return what is kept of the same hero, if anything is."""
        return self._read(self._path(record))

    def store_record(self, record: HeroRecord) -> Path:
        """Keep a hero's record in place of any older one; return the file of its text.

        Raises OSError if the folder can't be written.
        """
        path = self._path(record)
        write_private(path, record)
        text = self._text_path(record)
        write_private_bytes(text, record.text.encode())
        self._forget_the_oldest()
        return text

    def all(self) -> list[HeroRecord]:
        """Return all records, the latest first. Leave out those that can't be read."""
        read = (self._read(path) for path in self.folder.glob("*.json"))
        return _latest_first([record for record in read if record is not None])

    def _read(self, path: Path) -> HeroRecord | None:
        return read_private(path, HeroRecord, MAX_RECORD)

    def _path(self, record: HeroRecord) -> Path:
        return self.folder / f"{record.key}.json"

    def _text_path(self, record: HeroRecord) -> Path:
        """Return the file of a text, with the hero's name as far as every file system takes it."""
        kept = (each for each in record.life.name.lower() if each.isascii() and each.isalnum())
        return self.folder / f"{''.join(kept) or 'hero'}-{record.key}.txt"

    def _forget_the_oldest(self) -> None:
        dated: list[tuple[int, Path]] = []
        for path in self.folder.glob("*.json"):
            with contextlib.suppress(OSError):  # Another client has just removed it.
                dated.append((path.stat().st_mtime_ns, path))
        for _, path in sorted(dated)[:-MAX_CHRONICLES]:
            for file in (path, *self.folder.glob(f"*-{path.stem}.txt")):
                file.unlink(missing_ok=True)


def now() -> float:
    """Return the present time as records hold it."""
    return round(time.time(), 3)


def _latest_first(records: Iterable[HeroRecord]) -> list[HeroRecord]:
    return sorted(records, key=lambda record: -record.ended)
