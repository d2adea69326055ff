"""Faults in content, in words that help its author to correct them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

Path = tuple[str | int, ...]
"""Keys and positions from the top of a catalogue down to a value."""

MAX_SHOWN = 60
"""Most characters of a faulty value that a fault quotes."""


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One fault: its file, the dotted key, and the problem.

    `key` is empty if the fault is about the file as a whole.
    """

    file: str
    key: str
    problem: str

    def __str__(self) -> str:
        place = f"{self.file}: {self.key}" if self.key else self.file
        return f"{place}: {self.problem}"


def dotted(path: Sequence[str | int]) -> str:
    """Return a path as an author writes it: `marks[2].percent`, `mods."res.fire"`.

    Positions count from 1.
    """
    text = ""
    for step in path:
        if isinstance(step, int):
            text += f"[{step + 1}]"
        else:
            bare = step.replace("-", "").replace("_", "").isalnum()
            text += ("." if text else "") + (step if bare else f'"{step}"')
    return text


def quoted(value: object) -> str:
    """Return a value roughly as in TOML, cut to `MAX_SHOWN` characters."""
    text = repr(value).replace("'", '"') if not isinstance(value, bool) else str(value).lower()
    return text if len(text) <= MAX_SHOWN else text[: MAX_SHOWN - 1] + "…"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return `; did you mean "…"?` for the nearest known word, or nothing if none is near."""
    near = get_close_matches(word, sorted(known), n=1)
    return f'; did you mean "{near[0]}"?' if near else ""
