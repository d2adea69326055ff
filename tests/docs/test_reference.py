"""docs/reference.md holds every setting, metric and log event as the code has them."""

from pathlib import Path
from types import ModuleType

import pytest

from support.content.log_words import EVENTS, KEYS, events
from support.content.scripts import load_script

SECRETS = {"token", "password", "seed", "invite", "key_file", "secret"}
"""Names that no event may have as a key."""


@pytest.fixture(scope="module")
def renew_reference() -> ModuleType:
    return load_script(Path(__file__).parent / "renew_reference.py")


def test_the_page_is_current(renew_reference: ModuleType) -> None:
    written = renew_reference.PAGE.read_text(encoding="utf-8")
    assert written == renew_reference.page(), "run tests/docs/renew_reference.py"


def test_every_event_has_one_explanation_and_no_other_text_has() -> None:
    assert set(EVENTS) == {each.event for each in events()}


def test_the_same_thing_has_the_same_key_in_every_event() -> None:
    assert set(KEYS) == {key for each in events() for key in each.keys}


def test_no_event_names_a_secret() -> None:
    assert [each.place for each in events() if each.keys & SECRETS] == []
