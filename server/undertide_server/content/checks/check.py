"""What a check is."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from undertide_server.content.checks.findings import Finding
from undertide_server.content.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Check:
    """A search for faults. It runs when every catalogue that it reads is sound in itself."""

    reads: tuple[str, ...]
    find: Callable[[Ruleset], Iterator[Finding]]
