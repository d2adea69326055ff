"""The page's copy of what it and its server agree on."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from undertide_client.web import read_page


@pytest.fixture(scope="module")
def renew_schema() -> ModuleType:
    spec = spec_from_file_location("renew_schema", Path(__file__).parent / "renew_schema.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_copy_of_the_page_is_current(renew_schema: ModuleType) -> None:
    page = {name: data.decode() for name, data in read_page().items()}
    assert page["schema.js"] == renew_schema.schema(), "run tests/client/web/renew_schema.py"
