"""Bans from the whole server: of accounts, addresses and networks. Pure."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from ipaddress import ip_network
from typing import Final, TypeVar

from undertide_server.accounts.errors import BadNetworkError
from undertide_server.sessions.model.settings import FOR_GOOD
from undertide_server.sessions.moderation.sanctions import is_over, left_words, minutes_left
from undertide_server.util.addresses import Network, address_of, as_address_keys
from undertide_server.util.names import folded
from undertide_shared.limits import MAX_LISTED_BANS
from undertide_shared.messages import BanInfo

SHORTEST: Final = {4: 8, 6: 16}
"""Smallest number of fixed bits in a banned network, by IP version: fewer would ban many people by
mistake."""


def network_of(text: str) -> Network:
    """Return the network that `text` names: IPv4 or IPv6, an address or a network.

    An IPv6 network longer than an address key becomes that key's network. Raises BadNetworkError.
    """
    try:
        network = ip_network(text.strip(), strict=False)
    except ValueError as fault:
        example = "expected one such as 192.0.2.7, 192.0.2.0/24 or 2001:db8::/32"
        raise BadNetworkError(f"this is not an address or a network: {example}") from fault
    network = as_address_keys(network)
    shortest = SHORTEST[network.version]
    if network.prefixlen < shortest:
        raise BadNetworkError(f"a banned network needs a prefix of at least {shortest} bits")
    return network


def shown(network: Network) -> str:
    """Return a network in its usual written form; one IPv4 address has no length."""
    whole = network.version == 4 and network.prefixlen == 32
    return str(network.network_address) if whole else str(network)


MOST_OUTLAWS: Final = 1000
"""Most bans of the whole server at once. Beyond that the operator should ban networks."""
Key = TypeVar("Key", str, int)
Range = tuple[int, int]
"""IP version, and the number of a network's fixed bits."""


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
        """The account or network that is banned, for people."""
        return self.account or self.network

    @property
    def ends(self) -> float:
        """When it ends, in seconds since 1970; infinity if it is for good."""
        return math.inf if self.until == FOR_GOOD else self.until

    def is_over(self, wall: float) -> bool:
        """Return whether it has ended by a time."""
        return is_over(self.until, wall)

    def as_info(self, wall: float) -> BanInfo:
        """Return it in the form of the wire."""
        left = minutes_left(self.until, wall)
        return BanInfo(self.id, self.who, self.by, left, self.reason)

    def as_text(self, wall: float) -> str:
        """Return the text that tells the banned person how long it lasts, and why."""
        why = f": {self.reason}" if self.reason else ""
        return f"you are banned from this server {left_words(self.until, wall)}{why}"


class ServerBans:
    """All bans of a server. A lookup takes one step for each length of network among them."""

    def __init__(self, records: Iterable[BanRecord] = ()) -> None:
        self._records: dict[int, BanRecord] = {}
        self._accounts: dict[str, int] = {}
        self._networks: dict[Range, dict[int, int]] = {}
        """Ids by network: its first bits, as a number, among networks of the same length."""
        for record in records:
            self.add(record)

    def __len__(self) -> int:
        return len(self._records)

    def __iter__(self) -> Iterator[BanRecord]:
        return iter(self._records.values())

    def add(self, record: BanRecord) -> None:
        """Add a ban. Of several on one account or network the one that lasts longest counts."""
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
        """Return all bans except those with some ids."""
        ids = set(gone)
        return ServerBans(record for record in self if record.id not in ids)

    def of_account(self, name: str, wall: float) -> BanRecord | None:
        """Return the ban that is in force on an account, if any."""
        return self._in_force(self._accounts.get(folded(name)), wall)

    def of_address_key(self, address_key: str, wall: float) -> BanRecord | None:
        """Return a ban that is in force on an address key, if any."""
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
        """Return the ids of the bans that have ended."""
        return [record.id for record in self if record.is_over(wall)]

    def infos(self, wall: float) -> list[BanInfo]:
        """Return the bans in force in the form of the wire, the latest first."""
        standing = [record for record in self if not record.is_over(wall)]
        return [record.as_info(wall) for record in reversed(standing)][:MAX_LISTED_BANS]

    def _in_force(self, number: int | None, wall: float) -> BanRecord | None:
        record = None if number is None else self._records[number]
        return None if record is None or record.is_over(wall) else record


def _key(network: str) -> tuple[Range, int]:
    """Return the length and the first bits of a network, by which it is looked up."""
    parsed = network_of(network)
    length = parsed.prefixlen
    return (parsed.version, length), int(parsed.network_address) >> (parsed.max_prefixlen - length)
