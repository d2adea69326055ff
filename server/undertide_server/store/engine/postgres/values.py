"""How values go to PostgreSQL and come back: the same Python types as from SQLite.

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


class _WholeNumberDumper(Dumper):
    oid = adapters.types["int8"].oid

    def dump(self, obj: int) -> Buffer:
        return b"%d" % obj


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
    adapters.register_loader("numeric", _NumberLoader)
    return adapters


BINARY: Final = True
"""Rows come in binary form: bytes need not be written as digits and read again."""
