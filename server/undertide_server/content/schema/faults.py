"""What is wrong with content, said so that its author can mend it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

Path = tuple[str | int, ...]
"""Keys and positions from the top of a catalogue down to a value."""

MAX_SHOWN = 60
"""Characters of a faulty value that a fault quotes."""


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One thing that is wrong: the file where it stands, the dotted key, and what was expected.

    `key` is empty when the fault is about the file as a whole.
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
    """Return a value much as it stands in TOML, cut to `MAX_SHOWN` characters."""
    text = repr(value).replace("'", '"') if not isinstance(value, bool) else str(value).lower()
    return text if len(text) <= MAX_SHOWN else text[: MAX_SHOWN - 1] + "…"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return `; did you mean "…"?` for the nearest known word, or nothing when none is near."""
    near = get_close_matches(word, sorted(known), n=1)
    return f'; did you mean "{near[0]}"?' if near else ""
