"""Extensions: what packages add to the game. A process finds them once, as it starts.

All that an extension adds has a key that begins with its name, so no two extensions clash, and
content names it only on purpose. A preset says which extensions it needs; all other presets are as
if there were none.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from typing import Annotated, Final

import msgspec
from pydantic import BeforeValidator, Field

from undertide_server.content.schema.faults import did_you_mean, quoted
from undertide_server.content.schema.fields import Record
from undertide_shared.errors import UndertideError

SURFACE: Final = 1
"""The version of `undertide_server.extending`. It rises when something is taken from it."""
MOST_EXTENSIONS: Final = 32
"""Most extensions of a process: each is imported at every start."""
NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,31}")
"""The name of an extension, and of each thing that it adds."""


class ExtensionError(UndertideError):
    """An extension that can't be used. `where` is the place of the fault, `problem` what it is."""

    def __init__(self, where: str, problem: str) -> None:
        super().__init__(f"{where}: {problem}")
        self.where = where
        self.problem = problem


class MissingExtensionError(UndertideError):
    """A run needs an extension that is not here, or that plays by other rules."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Addition:
    """What an extension is called, by which rules it plays, and what it adds to content.

    Attributes:
        name: Its name, which no other extension has: small letters, figures and underlines.
        version: The version of its package, for people.
        rules: The number of its rules. Raise it whenever a run could become another by the same
            inputs; kept runs state the number that they began with.
        plays: Earlier numbers of its rules by which this version still plays runs, exactly as they
            were played. Other runs wait for a version that does.
        surface: The version of `undertide_server.extending` that it was written for.
        presets: A folder of presets, each a folder of TOML files.
    """

    name: str
    version: str
    rules: int
    plays: frozenset[int] = frozenset()
    surface: int = SURFACE
    presets: Traversable | None = None

    @property
    def tricks_by_key(self) -> Mapping[str, type[Record]]:
        """The record of the figures of each trick, by the key that content uses."""
        return {}

    @property
    def effects_by_key(self) -> Mapping[str, type[Record]]:
        """The record of each effect, by the word that `does` has in content."""
        return {}

    @property
    def layouts_by_key(self) -> Mapping[str, type[Record]]:
        """The record of the settings of each layout, by the key that content uses."""
        return {}

    def check(self) -> None:
        """Raise ExtensionError for a name, a version or numbers that can't be."""
        if not NAME.fullmatch(self.name):
            problem = f"expected small letters, figures and underlines; found {quoted(self.name)}"
            raise ExtensionError("name", problem)
        if not self.version:
            raise ExtensionError(f"{self.name}.version", "is missing")
        if self.surface != SURFACE:
            problem = f"expected {SURFACE}, that of this server; found {self.surface}"
            raise ExtensionError(f"{self.name}.surface", problem)
        if self.rules < 1:
            problem = f"expected a number from 1 on; found {quoted(self.rules)}"
            raise ExtensionError(f"{self.name}.rules", problem)
        if any(not 1 <= each < self.rules for each in self.plays):
            problem = f"expected numbers of earlier rules, from 1 to {self.rules - 1}"
            raise ExtensionError(f"{self.name}.plays", problem)


_installed: dict[str, Addition] = {}
"""The extensions of this process by name."""


def installed() -> Mapping[str, Addition]:
    """Return the extensions of this process by name, in order: those that `install` was given."""
    return _installed


def install(found: Iterable[tuple[str, Addition]]) -> None:
    """Have this process know these extensions and no others, each with the place where it was.

    Raises ExtensionError, and changes nothing, if one can't be used.
    """
    places: dict[str, str] = {}
    extensions: dict[str, Addition] = {}
    for place, extension in found:
        try:
            extension.check()
        except ExtensionError as fault:
            raise ExtensionError(f"{place}: {fault.where}", fault.problem) from fault
        if extension.name in places:
            problem = f"{quoted(extension.name)} is the name of the one in {places[extension.name]}"
            raise ExtensionError(place, problem)
        places[extension.name] = place
        extensions[extension.name] = extension
    if len(extensions) > MOST_EXTENSIONS:
        problem = f"expected at most {MOST_EXTENSIONS}; found {len(extensions)}"
        raise ExtensionError("extensions", problem)
    _installed.clear()
    _installed.update(sorted(extensions.items()))


@contextmanager
def only_installed(*extensions: Addition) -> Iterator[None]:
    """Have this process know these extensions and no others meanwhile. Raises ExtensionError."""
    before = dict(_installed)
    install((each.name, each) for each in extensions)
    try:
        yield
    finally:
        _installed.clear()
        _installed.update(before)


def _numbered(value: object) -> object:
    """Return a list of names of extensions with the number of the rules of each.

    What kept runs state is such a table already. Raises ValueError for a name that is not known.
    """
    if not isinstance(value, tuple | list):
        return value
    known = installed()
    for name in value:
        if name not in known:
            hint = did_you_mean(str(name), known)
            there = ", ".join(known) or "none"
            raise ValueError(f"names of installed extensions; there are {there}{hint}")
    return {name: known[name].rules for name in value}


Needed = Annotated[
    Mapping[str, Annotated[int, Field(ge=1)]],
    BeforeValidator(_numbered, json_schema_input_type=tuple[str, ...]),
    Field(max_length=MOST_EXTENSIONS),
]
"""The extensions that content needs: their names in files, and the numbers of their rules too in
kept runs."""


class _NeedingPreset(msgspec.Struct):
    extensions: dict[str, int] = {}


class _NeedingContent(msgspec.Struct):
    preset: _NeedingPreset = msgspec.field(default_factory=_NeedingPreset)


_needing = msgspec.json.Decoder(_NeedingContent)


def needed_by(content: bytes) -> Mapping[str, int]:
    """Return the extensions that stored content names, each with the number of its rules.

    It reads nothing else of it. Raises msgspec.DecodeError if it is no content.
    """
    return _needing.decode(content).preset.extensions


def require_extensions(needed: Mapping[str, int]) -> list[Addition]:
    """Return the installed extensions of these names, in order.

    Raises MissingExtensionError if one is not here, or doesn't play by the rules of this number.
    """
    if not needed:
        return []
    known = installed()
    for name, rules in needed.items():
        extension = known.get(name)
        if extension is None:
            raise MissingExtensionError(f"needs the extension {name} with rules {rules}")
        if rules != extension.rules and rules not in extension.plays:
            here = ", ".join(map(str, sorted({extension.rules, *extension.plays})))
            raise MissingExtensionError(
                f"needs the extension {name} with rules {rules};"
                f" {name} {extension.version} plays rules {here}"
            )
    return [known[name] for name in sorted(needed)]
