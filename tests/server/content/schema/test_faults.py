"""How faults are said."""

import pytest

from undertide_server.content.schema.errors import ContentError
from undertide_server.content.schema.faults import (
    MAX_SHOWN,
    Fault,
    Path,
    did_you_mean,
    dotted,
    quoted,
)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ((), ""),
        (("speed",), "speed"),
        (("marks", 0, "percent"), "marks[1].percent"),
        (("mods", "res.fire"), 'mods."res.fire"'),
        (("a-b", "c_d", 2), "a-b.c_d[3]"),
    ],
)
def test_keys_are_dotted_as_an_author_writes_them(path: Path, text: str) -> None:
    assert dotted(path) == text


@pytest.mark.parametrize(
    ("value", "text"), [("far", '"far"'), (3, "3"), (True, "true"), ((1, 2), "(1, 2)")]
)
def test_values_are_quoted_much_as_in_toml(value: object, text: str) -> None:
    assert quoted(value) == text


def test_long_values_are_cut() -> None:
    assert len(quoted("x" * 1000)) == MAX_SHOWN


def test_control_characters_are_never_quoted_raw() -> None:
    assert quoted("\x1b[2J").isprintable()


def test_a_near_word_is_suggested_and_a_far_one_is_not() -> None:
    assert did_you_mean("sped", ["speed", "sight"]) == '; did you mean "speed"?'
    assert did_you_mean("zzz", ["speed", "sight"]) == ""


def test_an_error_lists_each_fault_once_in_order() -> None:
    second, first = Fault("b.toml", "x", "is missing"), Fault("a.toml", "", "is not TOML: line 1")
    error = ContentError([second, first, second])
    assert error.faults == (first, second)
    assert str(error) == (
        "2 faults in the content:\n  a.toml: is not TOML: line 1\n  b.toml: x: is missing"
    )


def test_a_single_fault_is_counted_as_one() -> None:
    assert str(ContentError([Fault("a", "b", "c")])).startswith("1 fault in the content:")
