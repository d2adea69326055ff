"""The extensions of `examples/`, as tests in this process know them."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from undertide_server.content.discovery import discover_extensions
from undertide_server.content.schema.extensions import Addition, only_installed
from undertide_server.simulation.extension import Extension
from undertide_server.simulation.repertoire import repertoire_of_the_game
from undertide_server.worldgen.game.repertoire import Repertoire

EXAMPLES = Path(__file__).parents[3] / "examples"


@cache
def example_module(name: str) -> ModuleType:
    """Return the module of an example, imported once."""
    file = EXAMPLES / name / name / "__init__.py"
    spec = spec_from_file_location(name, file, submodule_search_locations=[str(file.parent)])
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def example(name: str) -> Extension:
    """Return the extension of an example."""
    extension = example_module(name).EXTENSION
    assert isinstance(extension, Extension)
    return extension


@contextmanager
def having(*extensions: Addition) -> Iterator[Repertoire]:
    """Have these extensions installed, and no others; yield the repertoire."""
    discover_extensions()
    with only_installed(*extensions):
        yield repertoire_of_the_game()
