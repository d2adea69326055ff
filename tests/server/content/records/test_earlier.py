"""Stored content of earlier versions, brought up to the records of this one."""

import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from support.content.shipped import shipped
from support.sessions.eras import ERAS, GONE, Era
from undertide_server.content.records.earlier import brought_up
from undertide_server.content.records.ruleset import Ruleset, canonical, read_canonical
from undertide_server.store.reader import Reader


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


@pytest.mark.parametrize("era", ERAS, ids=lambda era: era.name)
def test_stored_content_of_each_era_is_read_or_is_known_to_be_gone(
    era: Era, tmp_path: Path
) -> None:
    """A new field without a default and without a line in `earlier` fails here, by its name."""
    era.unpack(tmp_path)
    with Reader(tmp_path / "stopped") as reader:
        (info,) = reader.runs()
        content = reader.header(info.run).content
    if era.name in GONE:
        with pytest.raises(ValidationError):
            read_canonical(content)
        return
    first, second = read_canonical(content), read_canonical(brought_up(content))
    assert canonical(first) == canonical(second), "all nodes read the same"
