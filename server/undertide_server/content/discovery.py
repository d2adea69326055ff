"""The search for extensions: in packages, and in a folder of files.

A package names its extension in the entry point `undertide.extensions`. Those who just write a file
put it into the folder that the variable `UNDERTIDE_EXTENSIONS` names, as `EXTENSION`.
"""

import importlib.util
import os
import sys
from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, Final

from undertide_server.content.schema.extensions import Addition, ExtensionError, install
from undertide_server.content.schema.faults import quoted
from undertide_server.content.schema.presets import check_presets_of_extensions

GROUP: Final = "undertide.extensions"
"""The entry points of packages with an extension."""
FOLDER_VARIABLE: Final = "UNDERTIDE_EXTENSIONS"
"""The environment variable that names a folder of extensions; processes inherit it."""
ATTRIBUTE: Final = "EXTENSION"
"""The name that a file of that folder gives its extension."""


@cache
def discover_extensions() -> None:
    """Import the extensions of this machine, once in each process.

    Raises ExtensionError if one can't be used.
    """
    install(_discovered())
    check_presets_of_extensions()


def name_folder(folder: Path) -> None:
    """Name the folder of extensions to this process, which has found none yet, and its children."""
    os.environ[FOLDER_VARIABLE] = str(folder.resolve())


def _discovered() -> Iterator[tuple[str, Addition]]:
    """Yield the extensions of packages and of the folder, each with its place."""
    for point in sorted(entry_points(group=GROUP)):
        yield _loaded(f"{GROUP}: {point.name} = {point.value}", point.load)
    folder = os.environ.get(FOLDER_VARIABLE)
    if not folder:
        return
    try:
        entries = sorted(Path(folder).iterdir())
    except OSError as fault:
        raise ExtensionError(FOLDER_VARIABLE, f"{folder} can't be read: {fault}") from fault
    for entry in entries:
        file = entry / "__init__.py" if entry.is_dir() else entry
        if file.suffix == ".py" and file.is_file():
            yield _loaded(str(file), partial(_read, file, entry.stem))


def _loaded(place: str, load: Callable[[], Any]) -> tuple[str, Addition]:
    """Return the extension of a place with that place. Raises ExtensionError."""
    try:
        extension = load()
    except ExtensionError as fault:
        raise ExtensionError(f"{place}: {fault.where}", fault.problem) from fault
    except Exception as fault:
        problem = f"can't be imported: {type(fault).__name__}: {fault}"
        raise ExtensionError(place, problem) from fault
    if not isinstance(extension, Addition):
        raise ExtensionError(place, f"expected an Extension; found {quoted(extension)}")
    return place, extension


def _read(file: Path, name: str) -> Any:
    """Import a file or a package of the folder, and return its extension."""
    module_name = f"undertide_extension_{name}"
    within = [str(file.parent)] if file.name == "__init__.py" else None
    spec = importlib.util.spec_from_file_location(
        module_name, file, submodule_search_locations=within
    )
    if spec is None or spec.loader is None:
        raise ImportError(f"{file} is no module")
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module
    spec.loader.exec_module(module)
    return getattr(module, ATTRIBUTE)
