"""The metrics of several nodes in one text, each series with a label that names its node. Pure."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

FAMILY: Final = re.compile(r"# (HELP|TYPE) ")
ABSENT: Final = "# TYPE undertide_worker_up gauge\nundertide_worker_up 0.0\n"
"""Stands for what a node without an answer would tell. The others tell 1 of themselves."""


def merge_metrics(texts: Mapping[str, str | None]) -> str:
    """Return the metrics of all nodes, by family, as Prometheus wants them.

    `texts` has what each node tells in the text format, by its id; None for a node that gave no
    answer in time.
    """
    heads: dict[str, dict[str, str]] = {}
    series: dict[str, list[str]] = {}
    for node, text in sorted(texts.items()):
        for family, line in _lines(ABSENT if text is None else text):
            if line.startswith("#"):
                # Nodes of two versions may describe a family in different words.
                heads.setdefault(family, {}).setdefault(line[:7], line)
            else:
                series.setdefault(family, []).append(_labelled(line, node))
    found = [
        line for family, head in heads.items() for line in (*head.values(), *series.get(family, ()))
    ]
    return "\n".join([*found, ""])


def _lines(text: str) -> Iterator[tuple[str, str]]:
    """Yield each line with the name of its family, which the comments before it state."""
    family = ""
    for line in text.splitlines():
        if FAMILY.match(line):
            family = line.split(" ", 3)[2]
        if line:
            yield family, line


def _labelled(line: str, node: str) -> str:
    """Return a series with one more label. A node's id needs no quoting."""
    name = re.match(r"[^{ ]+", line)
    assert name is not None, f"no series: {line!r}"
    rest = line[name.end() :]
    if not rest.startswith("{"):
        return f'{name[0]}{{node="{node}"}}{rest}'
    return f'{name[0]}{{node="{node}",{rest[1:]}'
