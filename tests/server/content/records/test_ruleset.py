"""The hash of content."""

import os
import subprocess
import sys

import pytest

from support.content.shipped import shipped
from undertide_server.content.load import list_presets
from undertide_server.content.records.ruleset import (
    Ruleset,
    canonical,
    content_hash,
    read_canonical,
)

SCRIPT = """
from undertide_server.content.load import load_ruleset
from undertide_server.content.records.ruleset import content_hash
print(content_hash(load_ruleset("default")))
"""


def hash_in_a_process(hash_seed: str) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def test_the_hash_is_the_same_in_every_process() -> None:
    ours = content_hash(shipped("default"))
    assert hash_in_a_process("1") == hash_in_a_process("4242") == ours
    assert len(ours) == 32


def backwards(rules: Ruleset) -> Ruleset:
    """Return the same content with the keys of every catalogue in reverse."""
    changed = {
        name: dict(reversed(list(getattr(rules, name).items())))
        for name in ("terrain", "families", "items")
    }
    return rules.model_copy(update=changed)


def test_the_order_of_keys_does_not_count() -> None:
    rules = shipped("default")
    assert list(backwards(rules).items) != list(rules.items)
    assert content_hash(backwards(rules)) == content_hash(rules)


def test_presets_have_hashes_of_their_own() -> None:
    presets = list_presets()
    assert len({content_hash(shipped(preset)) for preset in presets}) == len(presets)


@pytest.mark.parametrize(
    ("catalogue", "key", "value"),
    [("tide", "grace", 801), ("heroes", "sight", 21), ("costs", "move", 19)],
)
def test_any_change_of_a_value_counts(catalogue: str, key: str, value: int) -> None:
    rules = shipped("default")
    changed = getattr(rules, catalogue).model_copy(update={key: value})
    other = rules.model_copy(update={catalogue: changed})
    assert content_hash(other) != content_hash(rules)


@pytest.mark.parametrize("preset", list_presets())
def test_content_is_read_back_from_its_canonical_form(preset: str) -> None:
    ruleset = shipped(preset)
    again = read_canonical(canonical(ruleset))
    assert again == ruleset
    assert content_hash(again) == content_hash(ruleset)
