"""Presets as folders of TOML: their places, their chains and their values."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from undertide_server.content.schema.extensions import ExtensionError, installed
from undertide_server.content.schema.faults import Fault, did_you_mean, quoted
from undertide_server.content.schema.layers import Layer, LayeredFiles, read_layer

PRESET_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")
"""The name of a preset is a folder's name, and clients may ask for it: it can't be a path."""
LONGEST_CHAIN = 16
"""Most presets in a chain; nobody could follow a longer one."""

ReadLayer = Callable[[Traversable], Layer | Fault]

UNREADABLE = object()
"""Stands for the base of a preset whose preset.toml can't be read."""


@dataclass(slots=True)
class Sources:
    """The files of a preset and of those that it builds on, and the faults met in reading them."""

    catalogues: dict[str, LayeredFiles] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    unreadable: set[str] = field(default_factory=set)
    """Catalogues with a file that could not be read, so that nothing is known about them."""
    broken_chain: bool = False
    """Whether the base of a preset in the chain is unknown."""


def roots(folder: Path | None) -> list[Traversable]:
    """Return the folders of content in order of precedence: the operator's, then the shipped."""
    shipped = files("undertide_config")
    return [folder, shipped] if folder is not None else [shipped]


def is_shipped(preset: str) -> bool:
    """Return whether a preset comes with the game, and not with an extension."""
    return _is_preset(files("undertide_config") / "rules" / preset)


def check_presets_of_extensions() -> None:
    """Raise ExtensionError if a preset of an extension has the name of another one."""
    owners: dict[str, str] = {}
    for name, extension in installed().items():
        for preset in _presets_in(extension.presets):
            owner = "the game" if is_shipped(preset) else owners.setdefault(preset, name)
            if owner != name:
                raise ExtensionError(f"{name}.presets.{preset}", f"{owner} has a preset so named")


def _presets_in(place: Traversable | None) -> list[str]:
    """Return the names of the presets in a folder; none if there is no such folder."""
    found = place.iterdir() if place is not None and place.is_dir() else ()
    return [entry.name for entry in found if _is_preset(entry)]


def _rules(folder: Path | None) -> list[Traversable]:
    """Return the folders of presets in order of precedence.

    They are the operator's, those of extensions, and the shipped one.
    """
    *own, shipped = (root / "rules" for root in roots(folder))
    return [*own, *(each.presets for each in installed().values() if each.presets), shipped]


def preset_names(folder: Path | None) -> list[str]:
    """Return the names of all presets, in order."""
    return sorted({name for place in _rules(folder) for name in _presets_in(place)})


def read_preset(
    preset: str, folder: Path | None, known: Iterable[str], read: ReadLayer = read_layer
) -> Sources:
    """Read a preset and those that it builds on. `known` are the names of the catalogues.

    `read` reads each file: one that remembers reads the files that presets share once.
    """
    sources = Sources()
    chain = _chain(preset, folder, sources, read)
    for name in known:
        layers = [layers[name] for layers in reversed(chain) if name in layers]
        sources.catalogues[name] = LayeredFiles(layers)
    for place in chain:
        for name in place.keys() - set(known):
            problem = f"is not a catalogue{did_you_mean(name, known)}"
            sources.faults.append(Fault(place[name].file, "", problem))
    return sources


def _is_preset(place: Traversable) -> bool:
    return bool(PRESET_NAME.fullmatch(place.name)) and (place / "preset.toml").is_file()


def _find(preset: str, folder: Path | None) -> Traversable | None:
    """Return the folder of a preset, or None if there is no such preset."""
    places = [place / preset for place in _rules(folder)]
    return next((place for place in places if _is_preset(place)), None)


def _chain(
    preset: str, folder: Path | None, sources: Sources, read: ReadLayer
) -> list[dict[str, Layer]]:
    """Return the files of a preset, of the one that it builds on, and so on, by catalogue."""
    chain: list[dict[str, Layer]] = []
    passed: list[str] = []
    asked_by: Layer | None = None
    following: object = preset
    while isinstance(following, str):
        fault = _misled(following, passed, asked_by, folder)
        if fault is not None:
            sources.faults.append(fault)
            break
        passed.append(following)
        chain.append(_read_folder(_find(following, folder), sources, read))
        asked_by = chain[-1].get("preset")
        following = asked_by.values.get("builds_on") if asked_by else UNREADABLE
    sources.broken_chain |= following is not None
    return chain


def _misled(
    preset: str, passed: list[str], asked_by: Layer | None, folder: Path | None
) -> Fault | None:
    """Return the reason why a chain can't go on to `preset`, if there is one."""
    file, key = (asked_by.file, "builds_on") if asked_by else ("rules", "")
    if preset in passed:
        way = " → ".join([*passed[passed.index(preset) :], preset])
        return Fault(file, key, f"presets build on each other in a circle: {way}")
    if len(passed) >= LONGEST_CHAIN:
        return Fault(file, key, f"expected a chain of at most {LONGEST_CHAIN} presets")
    if _find(preset, folder) is None:
        known = preset_names(folder)
        there = f"there are {', '.join(known)}"
        problem = f"there is no preset {quoted(preset)}{did_you_mean(preset, known)}; {there}"
        return Fault(file, key, problem)
    return None


def _read_folder(place: Traversable | None, sources: Sources, read: ReadLayer) -> dict[str, Layer]:
    layers: dict[str, Layer] = {}
    for file in sorted(place.iterdir() if place else (), key=lambda file: file.name):
        if file.name.endswith(".toml"):
            name = file.name.removesuffix(".toml")
            layer = read(file)
            if isinstance(layer, Fault):
                sources.faults.append(layer)
                sources.unreadable.add(name)
            else:
                layers[name] = layer
    return layers
