import json
from typing import Any

import pytest
from pydantic import ValidationError

from support.content.shipped import shipped
from undertide_server.content.records.ruleset import Ruleset, canonical, read_canonical
from undertide_server.content.schema.validation import named_faults


def faults_of(changed: dict[str, Any]) -> str:
    """Return the words for what a later version can't read in stored content."""
    with pytest.raises(ValidationError) as caught:
        read_canonical(json.dumps(changed).encode())
    return named_faults(Ruleset, caught.value)


@pytest.fixture
def content() -> dict[str, Any]:
    return dict(json.loads(canonical(shipped("default"))))


def test_a_fault_is_named_with_its_key(content: dict[str, Any]) -> None:
    del content["tide"]["interval"]
    assert faults_of(content) == "tide.interval: is missing"


def test_the_first_three_are_named_and_the_others_counted(content: dict[str, Any]) -> None:
    for name in "abcde":
        content["tide"][name] = 1
    assert faults_of(content) == (
        "tide.a: unknown key; tide.b: unknown key; tide.c: unknown key; and 2 more"
    )
