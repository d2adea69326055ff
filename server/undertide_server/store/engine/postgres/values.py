"""How values go to PostgreSQL and come back: the same Python types as from SQLite.

PostgreSQL's text can't hold the character 0. Text of the store never has it, but strangers may ask
for such a name: it becomes another that nobody has, instead of an error.

Whole numbers are always BIGINT, so that a statement is prepared once and not for each size of its
numbers. Sums of them, which are NUMERIC, come back as whole numbers too.
"""

from decimal import Decimal
from typing import Final

from psycopg import adapters
from psycopg.abc import Buffer
from psycopg.adapt import AdaptersMap, Dumper, Loader
from psycopg.pq import Format
from psycopg.types.numeric import NumericBinaryLoader
from psycopg.types.string import StrDumperUnknown

BINARY: Final = True
"""Rows come in binary form: bytes need not be written as digits and read again."""
REPLACEMENT: Final = "\ufffd"
"""What stands for a character that PostgreSQL can't hold, as everywhere in Unicode."""


class _WholeNumberDumper(Dumper):
    oid = adapters.types["int8"].oid

    def dump(self, obj: int) -> Buffer:
        return b"%d" % obj


class _TextDumper(StrDumperUnknown):
    def dump(self, obj: str) -> Buffer | None:
        return super().dump(obj.replace("\x00", REPLACEMENT) if "\x00" in obj else obj)


class _YesNoLoader(Loader):
    """Reads a condition as SQLite gives it: 0 or 1."""

    format = Format.BINARY

    def load(self, data: Buffer) -> int:
        return int(bytes(data) == b"\x01")


class _NumberLoader(Loader):
    """Reads a NUMERIC, of which the store has none but sums and means."""

    format = Format.BINARY
    _loader = NumericBinaryLoader(adapters.types["numeric"].oid)

    def load(self, data: Buffer) -> int | float:
        number: Decimal = self._loader.load(data)
        return int(number) if number == number.to_integral_value() else float(number)


def made_adapters(standard: AdaptersMap) -> AdaptersMap:
    """Return psycopg's own ways with values, but for the store's."""
    adapters = AdaptersMap(standard)
    for kind in (int, bool):
        adapters.register_dumper(kind, _WholeNumberDumper)
    adapters.register_dumper(str, _TextDumper)
    adapters.register_loader("numeric", _NumberLoader)
    adapters.register_loader("bool", _YesNoLoader)
    return adapters
