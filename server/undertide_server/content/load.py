"""Loading of rulesets and settings from their files. All faults are reported together."""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final

from pydantic.fields import FieldInfo

from undertide_server.content.checks.findings import Finding
from undertide_server.content.checks.registry import CHECKS, settings_are_consistent
from undertide_server.content.discovery import discover_extensions
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.schema.errors import ContentError
from undertide_server.content.schema.faults import Fault, dotted
from undertide_server.content.schema.layers import Layer, LayeredFiles, read_layer
from undertide_server.content.schema.presets import (
    Sources,
    is_shipped,
    preset_names,
    read_preset,
    roots,
)
from undertide_server.content.schema.validation import validate
from undertide_server.content.settings.renamed import (
    REMOVED,
    RENAMED,
    OldName,
    pass_over,
    with_new_names,
)
from undertide_server.content.settings.settings import ServerSettings

CONFIG: Final = "undertide_config"
"""The package with the settings and rules that ship."""
CHECKED: Final = "checked.txt"
"""The file there with the digest of the rules that passed every check. The checks between records
take three quarters of the time to load all presets."""


def list_presets(folder: Path | None = None) -> list[str]:
    """Return the names of all presets, in order: those that ship and those in `folder`/rules.

    Those of extensions are among them. Raises ExtensionError if an extension can't be used.
    """
    discover_extensions()
    return preset_names(folder)


def load_ruleset(preset: str, folder: Path | None = None) -> Ruleset:
    """Return all content of `preset`, from `folder`/rules, or else as it ships.

    Raises ContentError with all faults, in every file of the chain of presets; ExtensionError if an
    extension can't be used.
    """
    discover_extensions()
    return _Loading(folder).ruleset(preset)


def load_rulesets(folder: Path | None = None, *, trusts_shipped: bool = True) -> dict[str, Ruleset]:
    """Return every preset's content by name. Raises ContentError with the faults of all presets.

    Raises ExtensionError if an extension can't be used.

    Rules that ship are not checked again for faults between records, unless they were changed
    here, `folder` has rules, or `trusts_shipped` is false.
    """
    loading = _Loading(folder, trusts_shipped=trusts_shipped)
    rulesets: dict[str, Ruleset] = {}
    faults: dict[Fault, None] = {}
    for preset in list_presets(folder):
        try:
            rulesets[preset] = loading.ruleset(preset)
        except ContentError as fault:
            # Presets that build on a faulty one tell its faults again.
            faults |= dict.fromkeys(fault.faults)
    if faults:
        raise ContentError(list(faults))
    return rulesets


def load_settings(
    folder: Path | None = None, on_old_name: Callable[[OldName], object] = pass_over
) -> ServerSettings:
    """Return the settings: server.toml as it ships, overlaid with `folder`/server.toml.

    `on_old_name` is called with each setting that is stated under its old name. Raises ContentError
    with all faults.
    """
    catalogue = LayeredFiles()
    doubled: list[Fault] = []
    for root in reversed(roots(folder)):
        file = root / "server.toml"
        if file.is_file():
            layer = read_layer(file)
            if isinstance(layer, Fault):
                raise ContentError([layer])
            layer, old_names, faults = with_new_names(layer, RENAMED, REMOVED)
            catalogue.layers.append(layer)
            doubled += faults
            for name in old_names:
                on_old_name(name)
    settings, faults = validate(catalogue, FieldInfo(annotation=ServerSettings))
    faults += doubled
    if isinstance(settings, ServerSettings):
        faults += _located(settings_are_consistent(settings), catalogue)
        if not faults:
            return settings
    raise ContentError(faults)


@cache
def digest_of_shipped() -> str:
    """Return a digest of the names and contents of the rules that ship."""
    digest = hashlib.sha256()
    for name, text in _shipped_files(files(CONFIG) / "rules", ""):
        digest.update(f"{name}\n{len(text)}\n".encode() + text)
    return digest.hexdigest()


@cache
def checked_digest() -> str:
    """Return the digest of the shipped rules that passed every check; empty where it is missing."""
    file = files(CONFIG) / CHECKED
    return file.read_text("utf-8").strip() if file.is_file() else ""


def _shipped_files(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _shipped_files(entry, f"{path}{entry.name}/")
        elif entry.name.endswith(".toml"):
            yield f"{path}{entry.name}", entry.read_bytes()


class _Loading:
    """Loads presets of one folder. Reads and validates once what several of them share."""

    def __init__(self, folder: Path | None, *, trusts_shipped: bool = True) -> None:
        self._folder = folder
        self._is_checked = (
            trusts_shipped
            and not (folder is not None and (folder / "rules").exists())
            and digest_of_shipped() == checked_digest()
        )
        self._layers: dict[str, Layer | Fault] = {}
        """What each file says, by its path."""
        self._validated: dict[tuple[str, ...], tuple[Any, list[Fault]]] = {}
        """Catalogues by their names and files, each None where it is faulty."""

    def ruleset(self, preset: str) -> Ruleset:
        """Return all content of a preset. Raises ContentError."""
        sources = read_preset(preset, self._folder, Ruleset.model_fields, self._read)
        faults = list(sources.faults)
        sound: dict[str, Any] = {}
        for name, field in Ruleset.model_fields.items():
            value, wrong = self._catalogue(preset, name, field, sources)
            faults += wrong
            if value is not None:
                sound[name] = value
        ruleset = Ruleset.model_construct(**sound)
        if not (self._is_checked and is_shipped(preset)):
            faults += _cross_checked(ruleset, sources, set(sound))
        if faults:
            raise ContentError(faults)
        return ruleset

    def _read(self, file: Traversable) -> Layer | Fault:
        path = str(file)
        if path not in self._layers:
            self._layers[path] = read_layer(file)
        return self._layers[path]

    def _catalogue(
        self, preset: str, name: str, field: FieldInfo, sources: Sources
    ) -> tuple[Any, list[Fault]]:
        """Return the records of one catalogue, or None, and what is wrong with it."""
        if name in sources.unreadable:
            return None, []
        catalogue = sources.catalogues[name]
        if catalogue.layers:
            key = (name, *(layer.file for layer in catalogue.layers))
            if key not in self._validated:
                self._validated[key] = validate(catalogue, field)
            return self._validated[key]
        if sources.broken_chain:
            return None, []
        if not field.is_required():
            return field.get_default(call_default_factory=True), []
        problem = f"has no {name}.toml, nor has any preset that it builds on"
        return None, [Fault(f"rules/{preset}", "", problem)]


def _cross_checked(ruleset: Ruleset, sources: Sources, sound: set[str]) -> list[Fault]:
    """Return the faults between records, from all checks whose catalogues are sound."""
    found = [
        (str(path[0]), (path[1:], problem))
        for check in CHECKS
        if sound.issuperset(check.reads)
        for path, problem in check.find(ruleset)
    ]
    return [
        fault for name, finding in found for fault in _located([finding], sources.catalogues[name])
    ]


def _located(findings: Iterable[Finding], catalogue: LayeredFiles) -> list[Fault]:
    """Return findings about one catalogue as faults in the files that state the values."""
    return [Fault(catalogue.origin(path), dotted(path), problem) for path, problem in findings]
