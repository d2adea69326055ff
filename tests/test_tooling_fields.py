"""What other versions read only ever grows: clients of then, and runs that were kept.

`data/fields.json` has the fields of messages, components and stored settings, in their order.
"""

import json

import pytest

from data.renew_fields import FILE, Fields, sent_fields, stored_fields

KEPT = json.loads(FILE.read_text(encoding="utf-8"))
SCRIPT = "run tests/data/renew_fields.py"


def faults(kept: dict[str, list[str]], now: Fields) -> list[str]:
    """Return how today's fields would surprise a reader of the kept ones."""
    found = [f"{name} is gone" for name in kept if name not in now]
    for name, fields in now.items():
        before = kept.get(name, [])
        grown = [*fields][len(before) :]
        if [*fields][: len(before)] != before:
            found.append(f"{name} has not the fields {', '.join(before)} first")
        elif before:
            found += [
                f"{name}.{field} is new and has no default" for field in grown if not fields[field]
            ]
    return found


def test_a_message_gets_new_fields_at_its_end_with_a_default() -> None:
    assert faults(KEPT["sent"], sent_fields()) == []


def test_what_is_stored_gets_new_fields_with_a_default() -> None:
    assert faults(KEPT["stored"], stored_fields()) == []


@pytest.mark.parametrize("part", ["sent", "stored"])
def test_the_list_is_up_to_date(part: str) -> None:
    now = sent_fields() if part == "sent" else stored_fields()
    assert KEPT[part] == {name: [*fields] for name, fields in now.items()}, SCRIPT


def test_it_would_say_so() -> None:
    now = {"Body": {"life": False, "armour": False, "speed": True}, "Next": {"x": False}}
    assert faults({"Body": ["life"]}, now) == ["Body.armour is new and has no default"]
    assert faults({"Body": ["life", "armour", "speed", "heals"]}, now) == [
        "Body has not the fields life, armour, speed, heals first"
    ]
    assert faults({"Gone": ["x"]}, now) == ["Gone is gone"]
