"""Files laid over each other."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from undertide_server.content.schema.faults import Fault
from undertide_server.content.schema.layers import MAX_FILE, Layer, LayeredFiles, read_layer

BASE = Layer("base", {"a": {"x": 1, "y": [1, 2]}, "b": 1, "deep": {"er": {"est": 1}}})
OVER = Layer("over", {"a": {"y": [3]}, "c": {"z": 1}, "deep": {"er": {"new": 2}}})
BOTH = LayeredFiles([BASE, OVER])


def test_tables_merge_and_everything_else_is_replaced() -> None:
    assert BOTH.merged() == {
        "a": {"x": 1, "y": (3,)},
        "b": 1,
        "c": {"z": 1},
        "deep": {"er": {"est": 1, "new": 2}},
    }


def test_merging_leaves_the_layers_as_they_were() -> None:
    before = repr(BOTH.layers)
    BOTH.merged()
    assert repr(BOTH.layers) == before


@pytest.mark.parametrize(
    ("path", "file"),
    [
        (("a", "x"), "base"),
        (("a", "y"), "over"),
        (("a", "y", 0), "over"),
        (("a", "y", 1), "over"),  # an array is replaced whole, so what it lacks is lacking there
        (("b",), "base"),
        (("deep", "er", "est"), "base"),
        (("deep", "er", "new"), "over"),
        (("a", "missing"), "over"),  # the last file that states the table
        (("missing",), "over"),
    ],
)
def test_a_value_comes_from_the_last_file_that_states_it(
    path: tuple[str | int, ...], file: str
) -> None:
    assert BOTH.origin(path) == file


def test_a_catalogue_without_files_has_no_origin() -> None:
    with pytest.raises(LookupError, match="states nothing"):
        LayeredFiles().origin(("a",))


keys = st.sampled_from("abc")
values = st.recursive(
    st.integers(0, 9) | st.lists(st.integers(0, 9), max_size=2),
    lambda inner: st.dictionaries(keys, inner, max_size=3),
    max_leaves=8,
)
tables = st.dictionaries(keys, values, max_size=3)


@given(tables, tables)
def test_what_the_upper_file_states_holds(base: dict[str, object], over: dict[str, object]) -> None:
    merged = LayeredFiles([Layer("base", base), Layer("over", over)]).merged()
    assert set(merged) == set(base) | set(over)
    for key, value in over.items():
        if not isinstance(value, dict):
            assert merged[key] == (tuple(value) if isinstance(value, list) else value)
    for key in base.keys() - over.keys():
        assert merged[key] == LayeredFiles([Layer("base", base)]).merged()[key]


def fault_of(path: Path, data: bytes) -> Fault:
    path.write_bytes(data)
    read = read_layer(path)
    assert isinstance(read, Fault)
    assert read.file == str(path)
    assert read.key == ""
    return read


def test_a_good_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text('x = 1\ny = "é"\n', encoding="utf-8")
    assert read_layer(path) == Layer(str(path), {"x": 1, "y": "é"})


def test_broken_toml_is_a_fault_with_its_line(tmp_path: Path) -> None:
    fault = fault_of(tmp_path / "a.toml", b"x = 1\ny = = 2\n")
    assert fault.problem.startswith("is not TOML: line 2, column 5: ")


def test_a_file_that_is_not_text_is_a_fault_with_its_line(tmp_path: Path) -> None:
    fault = fault_of(tmp_path / "a.toml", b'x = 1\ny = "\xff"\n')
    assert fault.problem == "is not UTF-8 text: line 2"


def test_a_huge_file_is_a_fault(tmp_path: Path) -> None:
    fault = fault_of(tmp_path / "a.toml", b"#" * (MAX_FILE + 1))
    assert fault.problem == f"has {MAX_FILE + 1} bytes; expected at most {MAX_FILE}"


def test_a_bottomless_file_is_a_fault(tmp_path: Path) -> None:
    fault = fault_of(tmp_path / "a.toml", b"x = " + b"[" * 100_000)
    assert fault.problem == "is nested too deeply"


def test_a_folder_in_place_of_a_file_is_a_fault(tmp_path: Path) -> None:
    read = read_layer(tmp_path)
    assert isinstance(read, Fault)
    assert read.problem.startswith("can't be read: ")
