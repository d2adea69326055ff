"""Stored content of earlier versions, brought up to the records of this one."""

import json
from typing import Any

import pytest
from pydantic import ValidationError

from support.content.shipped import shipped
from undertide_server.content.records.earlier import brought_up
from undertide_server.content.records.ruleset import Ruleset, canonical, read_canonical


def stored() -> dict[str, Any]:
    said: dict[str, Any] = json.loads(canonical(shipped("default")))
    return said


def test_what_was_added_is_filled_in_so_that_all_is_as_before() -> None:
    before = stored()
    del before["tide"]["first"]
    rules = read_canonical(json.dumps(before).encode())
    first = rules.tide.first
    assert (first.floors, first.ticks, first.message) == (0, 0, "")
    assert rules.tide.grace == shipped("default").tide.grace


def test_what_is_stated_stays() -> None:
    said = stored()
    assert json.loads(brought_up(json.dumps(said).encode())) == said


def test_content_that_ships_must_state_what_was_added() -> None:
    before = stored()
    del before["tide"]["first"]
    with pytest.raises(ValidationError, match=r"tide\.first"):
        Ruleset.model_validate_json(json.dumps(before))


@pytest.mark.parametrize("content", [b"[]", b"{}", b'{"tide": 1}', b"{", b'{"a": "\xff"}'])
def test_what_is_no_content_is_refused(content: bytes) -> None:
    with pytest.raises(ValidationError):
        read_canonical(content)
