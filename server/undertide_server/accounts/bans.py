"""Who may not be on this server at all: accounts, addresses and networks. Pure."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, TypeVar

from undertide_server.accounts.names import folded
from undertide_server.accounts.networks import network_of
from undertide_server.sessions.model.settings import FOR_GOOD
from undertide_server.sessions.moderation.sanctions import is_over, left_words, minutes_left
from undertide_server.util.addresses import address_of
from undertide_shared.limits import MAX_LISTED_BANS
from undertide_shared.messages import BanInfo

MOST_OUTLAWS: Final = 1000
"""Bans of the whole server at once: who needs more bans networks."""

Key = TypeVar("Key", str, int)
Range = tuple[int, int]
"""IP version, and bits of a network."""


@dataclass(frozen=True, slots=True)
class BanRecord:
    """One ban: of an account or of a network. `until` is seconds since 1970, or `FOR_GOOD`."""

    id: int
    account: str
    network: str
    by: str
    until: float
    reason: str

    @property
    def who(self) -> str:
        """What was banned, for people."""
        return self.account or self.network

    @property
    def ends(self) -> float:
        """When it ends, in seconds since 1970: never, where it is for good."""
        return math.inf if self.until == FOR_GOOD else self.until

    def is_over(self, wall: float) -> bool:
        """Whether it has ended by a time."""
        return is_over(self.until, wall)

    def as_info(self, wall: float) -> BanInfo:
        """Return it as the wire has it."""
        left = minutes_left(self.until, wall)
        return BanInfo(self.id, self.who, self.by, left, self.reason)

    def told(self, wall: float) -> str:
        """Say to whom it is about how long it lasts, and why."""
        why = f": {self.reason}" if self.reason else ""
        return f"you are banned from this server {left_words(self.until, wall)}{why}"


class ServerBans:
    """All bans of a server. To look one up takes a step for each length of network there is."""

    def __init__(self, records: Iterable[BanRecord] = ()) -> None:
        self._records: dict[int, BanRecord] = {}
        self._accounts: dict[str, int] = {}
        self._networks: dict[Range, dict[int, int]] = {}
        """Ids by network: its first bits, as a number, among those of the same length."""
        for record in records:
            self.add(record)

    def __len__(self) -> int:
        return len(self._records)

    def __iter__(self) -> Iterator[BanRecord]:
        return iter(self._records.values())

    def add(self, record: BanRecord) -> None:
        """Take a ban in. Of several on the same account or network the one that lasts counts."""
        self._records[record.id] = record
        if record.account:
            self._index(self._accounts, folded(record.account), record)
        else:
            size, bits = _key(record.network)
            self._index(self._networks.setdefault(size, {}), bits, record)

    def _index(self, ids: dict[Key, int], key: Key, record: BanRecord) -> None:
        other = ids.get(key)
        if other is None or record.ends >= self._records[other].ends:
            ids[key] = record.id

    def without(self, gone: Iterable[int]) -> "ServerBans":
        """Return all but those of some ids."""
        ids = set(gone)
        return ServerBans(record for record in self if record.id not in ids)

    def get(self, number: int) -> BanRecord | None:
        """Return the ban of an id."""
        return self._records.get(number)

    def of_account(self, name: str, wall: float) -> BanRecord | None:
        """Return the ban that an account is under, if any."""
        return self._in_force(self._accounts.get(folded(name)), wall)

    def of_address_key(self, address_key: str, wall: float) -> BanRecord | None:
        """Return a ban that a place is under, if any."""
        address = address_of(address_key)
        if address is None:
            return None
        for (version, length), ids in self._networks.items():
            if version == address.version:
                found = ids.get(int(address) >> (address.max_prefixlen - length))
                record = self._in_force(found, wall)
                if record is not None:
                    return record
        return None

    def over(self, wall: float) -> list[int]:
        """Return the ids of those that have ended."""
        return [record.id for record in self if record.is_over(wall)]

    def infos(self, wall: float) -> list[BanInfo]:
        """Return those in force as the wire lists them, the latest first."""
        standing = [record for record in self if not record.is_over(wall)]
        return [record.as_info(wall) for record in reversed(standing)][:MAX_LISTED_BANS]

    def _in_force(self, number: int | None, wall: float) -> BanRecord | None:
        record = None if number is None else self._records[number]
        return None if record is None or record.is_over(wall) else record


def _key(network: str) -> tuple[Range, int]:
    """Return what a network is looked up by."""
    parsed = network_of(network)
    length = parsed.prefixlen
    return (parsed.version, length), int(parsed.network_address) >> (parsed.max_prefixlen - length)
