"""The tables of docs/performance.md on capacity, from the rounds of `capacity.py` and `peers.py`.

capacity_tables.py [FOLDER]        by default bench-results
"""

import json
import statistics
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from knee import LIMITS
from markdown_table import table
from peers import OURS
from rounds import FOLDER

SERVER_HEADS: Final = (
    "Players, in a session",
    "Server",
    "µs a player and tick",
    "at the knee",
    *(f"Carried, late by at most {limit * 1000:.0f} ms" for limit in LIMITS),
)
PEER_HEADS: Final = (
    "Server",
    "µs a player and tick",
    "Frames a player and second",
    "Bytes",
    "undertide by it",
)


def main() -> None:
    """Print the tables."""
    folder = Path(sys.argv[1]) if sys.argv[1:] else FOLDER
    rounds = _rounds(folder / "capacity.jsonl")
    for lines in (
        table(SERVER_HEADS, server_rows(rounds)),
        table(("Part", "Share"), part_rows(rounds)),
        table(PEER_HEADS, peer_rows(_rounds(folder / "peers.jsonl"))),
    ):
        print("\n".join(lines), end="\n\n")


def server_rows(rounds: list[dict[str, Any]]) -> Iterator[tuple[str, ...]]:
    """Yield a row for each server with each kind of players: medians over rounds."""
    kind = lambda each: (each["players"], each["together"])  # noqa: E731
    for (players, together), group in groupby(sorted(rounds, key=kind), key=kind):
        those = list(group)
        for name in _names(those):
            sides = [each["sides"][name] for each in those if name in each["sides"]]
            cost = _median(statistics.median(side["first"]) for side in sides)
            at_knee = _median(side["at_knee"][0] for side in sides)
            knees = (_median(side["knees"][str(limit)] for side in sides) for limit in LIMITS)
            yield f"{players}, {together}", name, cost, at_knee, *knees


def part_rows(rounds: list[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    """Yield the parts of this server's CPU at the knee of human players, greatest first."""
    parts = Counter[str]()
    for each in rounds:
        if each["players"] == "human":
            for side in each["sides"].values():
                parts.update(side.get("where", {}))
    total = parts.total()
    for part, count in parts.most_common():
        yield part, f"{count / total * 100:.0f} %"


def peer_rows(rounds: list[dict[str, Any]]) -> Iterator[tuple[str, ...]]:
    """Yield a row for each server beside this one: medians over rounds and their turns."""
    for name in _names(rounds):
        pairs = [
            (each["sides"][OURS], each["sides"][name]) for each in rounds if name in each["sides"]
        ]
        ratios = [
            our_cost / cost
            for ours, side in pairs
            for our_cost, cost in zip(ours["costs"], side["costs"], strict=True)
        ]
        yield (
            name,
            _median(cost for _, side in pairs for cost in side["costs"]),
            _median((side["frames"] for _, side in pairs), 1),
            _median(side["bytes"] for _, side in pairs),
            f"{statistics.median(ratios):.1f}",
        )


def _rounds(file: Path) -> list[dict[str, Any]]:
    """Return the rounds in a file, or none."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return [json.loads(line) for line in lines]


def _names(rounds: Iterable[dict[str, Any]]) -> list[str]:
    return list(dict.fromkeys(name for each in rounds for name in each["sides"]))


def _median(values: Iterable[float], digits: int = 0) -> str:
    return f"{statistics.median(values):.{digits}f}"


if __name__ == "__main__":
    main()
