"""The metrics of several nodes in one text, each series with a label that names its node. Pure."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

FAMILY: Final = re.compile(r"# (HELP|TYPE) ")
UP_NAME: Final = "undertide_worker_up"
UP_HELP: Final = "1 if the worker answered in time when it was asked for its metrics, else 0."


def merge_metrics(texts: Mapping[str, str | None]) -> str:
    """Return the metrics of all nodes, by family, as Prometheus wants them.

    `texts` has what each node tells in the text format, by its id; None for a node that gave no
    answer in time.
    """
    heads: dict[str, dict[str, str]] = {}
    series: dict[str, list[str]] = {}
    for node, text in sorted(texts.items()):
        for family, line in _lines(text or ""):
            if line.startswith("#"):
                # Nodes of two versions may describe a family in different words.
                heads.setdefault(family, {}).setdefault(line[:7], line)
            else:
                series.setdefault(family, []).append(_labelled(line, node))
    found = [
        line for family, head in heads.items() for line in (*head.values(), *series.get(family, ()))
    ]
    return "\n".join([*found, *_up(texts), ""])


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


def _up(texts: Mapping[str, str | None]) -> Iterator[str]:
    yield f"# HELP {UP_NAME} {UP_HELP}"
    yield f"# TYPE {UP_NAME} gauge"
    for node, text in sorted(texts.items()):
        yield f'{UP_NAME}{{node="{node}"}} {float(text is not None)}'
