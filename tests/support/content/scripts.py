"""Scripts of the project that no package holds, loaded for the tests of what they do."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType


def load_script(path: Path) -> ModuleType:
    """Return a script as a module, without running it as the main program."""
    spec = spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
