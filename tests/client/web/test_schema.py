"""The page's copy of what it and its server agree on."""

from pathlib import Path
from types import ModuleType

import pytest

from support.content.scripts import load_script
from undertide_client.web import read_modules


@pytest.fixture(scope="module")
def renew_schema() -> ModuleType:
    return load_script(Path(__file__).parent / "renew_schema.py")


def test_the_copy_of_the_page_is_current(renew_schema: ModuleType) -> None:
    assert read_modules()["generated/schema.js"] == renew_schema.schema(), (
        "run tests/client/web/renew_schema.py"
    )
