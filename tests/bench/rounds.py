"""Measurements in rounds that add up: each appends its figures to a file, a JSON object a line."""

import argparse
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path("bench-results")
"""Where the files are, unless another one is named."""


def arguments(name: str, default: int, what: str) -> argparse.Namespace:
    """Read the command line of a measurement: how much of `what` this round does, and its file."""
    parser = argparse.ArgumentParser(description=f"One round of {name}; rounds add up in a file.")
    parser.add_argument("count", type=int, nargs="?", default=default, help=f"{what} in this round")
    parser.add_argument("--results", type=Path)
    parser.add_argument("--postgres", action="store_true", help="measure a cluster over PostgreSQL")
    chosen = parser.parse_args()
    kind = "_postgres" if chosen.postgres else ""
    chosen.results = chosen.results or FOLDER / f"{name}{kind}.jsonl"
    return chosen


def add_round(results: Path, figures: dict[str, Any]) -> list[dict[str, Any]]:
    """Append the figures of a round to a file; return those of all its rounds."""
    results.parent.mkdir(parents=True, exist_ok=True)
    with results.open("a", encoding="utf-8") as file:
        file.write(json.dumps(figures) + "\n")
    return [json.loads(line) for line in results.read_text(encoding="utf-8").splitlines()]


def total(rounds: Iterable[dict[str, Any]], key: str) -> Any:
    """Return the sum of a figure over rounds: of numbers, or of lists."""
    first, *others = [each[key] for each in rounds]
    return sum(others, first)


def percentile(values: Iterable[float], share: float) -> float:
    """Return the least of `values` that at least this share of them doesn't exceed; 0 if none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else 0.0
