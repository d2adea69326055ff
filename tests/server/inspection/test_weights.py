"""`inspect weights`."""

import json
from io import StringIO
from pathlib import Path

import pytest
from PIL import Image
from rich.console import Console

from support.content.repertoire import REPERTOIRE
from support.content.shipped import shipped, unvaried
from undertide_server.inspection.weights import plot_weights, render_weights, weights_data

RULES = unvaried(shipped("reference"))
SEED = b"0123456789abcdef"
DATA = weights_data(RULES, SEED, REPERTOIRE)


def test_the_shares_of_a_depth_are_the_whole() -> None:
    for shares in zip(*DATA["percent"].values(), strict=True):
        assert sum(shares) == pytest.approx(100, abs=1)


def test_the_root_and_the_last_depth_are_certain() -> None:
    percent = DATA["percent"]
    assert percent["start"] == [100.0] + [0.0] * 19
    assert percent["boss"] == [0.0] * 19 + [100.0]


def test_segments_end() -> None:
    rule = RULES.tree.types["crypt"].persistence
    assert rule.kind == "segment"
    depths = [depth for depth, share in enumerate(DATA["percent"]["crypt"]) if share]
    assert depths == list(range(rule.first, rule.first + rule.length + 1))


def test_a_linear_weight_moves_with_depth() -> None:
    warren, arena = DATA["percent"]["warren"], DATA["percent"]["arena"]
    assert warren[2] > warren[8] > warren[16] > 0
    assert arena[4] < arena[16]


def test_data_is_plain_enough_for_json_and_the_same_for_a_seed() -> None:
    assert json.loads(json.dumps(DATA)) == DATA
    assert set(DATA["types"]) == set(DATA["percent"])


def test_types_that_never_come_are_left_out() -> None:
    classic = weights_data(shipped("classic"), SEED, REPERTOIRE)
    assert list(classic["percent"]) == ["start", "warren", "boss"]
    assert [len(shares) for shares in classic["percent"].values()] == [10, 10, 10]


def test_the_table_has_a_row_a_depth_and_names_the_glyphs() -> None:
    file = StringIO()
    Console(file=file, width=200).print(render_weights(DATA))
    text = file.getvalue()
    assert sum("│" in line for line in text.splitlines()) == 20
    assert all(f"{kind['glyph']} {kind['name']}" in text for kind in DATA["types"].values())
    assert f"{DATA['walks']} random paths" in text


@pytest.mark.parametrize("preset", ["default", "keep"])
def test_the_picture_is_a_picture(preset: str, tmp_path: Path) -> None:
    path = tmp_path / "weights.png"
    plot_weights(weights_data(shipped(preset), SEED, REPERTOIRE), path)
    with Image.open(path) as image:
        assert image.format == "PNG"
        assert image.width > 1000
