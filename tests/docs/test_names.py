"""Settings, metrics and variables that the pages name are there."""

import re
from collections.abc import Iterator
from dataclasses import fields

import pytest
from pydantic import BaseModel

from support.content.environment_names import variables
from support.content.pages import NAMES, read
from undertide_server.content.load import load_settings
from undertide_server.content.settings.settings import ServerSettings
from undertide_server.gateway.connections.census import Census
from undertide_server.gateway.edge.counters import Counters
from undertide_server.gateway.http.metrics import Metrics

SECTIONS = {name: type(getattr(load_settings(), name)) for name in ServerSettings.model_fields}
SETTING = re.compile(rf"`({'|'.join(SECTIONS)})\.(?!toml|db)\w+`")
SECTION = re.compile(r"`\[(\w+)\]`")
METRIC = re.compile(r"\bundertide_(?!server|client|shared|config)\w+")
VARIABLE = re.compile(r"\bUNDERTIDE_\w+")
OF_OTHERS = {
    "UNDERTIDE_COMMIT",
    "UNDERTIDE_BROWSER",
    "UNDERTIDE_POSTGRES",
    "UNDERTIDE_SSH",
    "UNDERTIDE_TERMINALS",
    "UNDERTIDE_TOOLS",
}
"""Variables of the image's build and of the tests."""
PAGES = [name for name in NAMES if not name.startswith("docs/content")]


def named(pattern: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    """Yield the pages that name something, and the whole name."""
    for page in PAGES:
        for found in pattern.finditer(read(page)):
            yield page, found[0].strip("`[]")


def metrics() -> set[str]:
    census = Census(**dict.fromkeys((each.name for each in fields(Census)), 0))
    return {each.name for each in Metrics(Counters(), lambda: census, lambda: True).collect()}


@pytest.mark.parametrize(("page", "setting"), sorted(set(named(SETTING))))
def test_a_setting_that_a_page_names_is_one(page: str, setting: str) -> None:
    section, _, key = setting.partition(".")
    record: type[BaseModel] = SECTIONS[section]
    assert key in record.model_fields


@pytest.mark.parametrize(("page", "section"), sorted(set(named(SECTION))))
def test_a_section_that_a_page_names_is_one(page: str, section: str) -> None:
    assert section in SECTIONS


@pytest.mark.parametrize(("page", "metric"), sorted(set(named(METRIC))))
def test_a_metric_that_a_page_names_is_one(page: str, metric: str) -> None:
    assert re.sub("_(bucket|count|sum|total|info)$", "", metric) in metrics()


@pytest.mark.parametrize(("page", "variable"), sorted(set(named(VARIABLE))))
def test_a_variable_that_a_page_names_is_read(page: str, variable: str) -> None:
    assert variable in {*variables(), *OF_OTHERS}
