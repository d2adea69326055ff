"""`inspect gear`."""

import json
from io import StringIO
from pathlib import Path

import pytest
from PIL import Image
from rich.console import Console

from support.content.repertoire import REPERTOIRE
from support.content.shipped import shipped
from undertide_server.inspection.gear import gear_data, plot_gear, render_gear

RULES = shipped("reference")
SEED = b"0123456789abcdef"
DATA = gear_data(RULES, SEED, REPERTOIRE)


def test_it_counts_what_there_is() -> None:
    assert DATA["content"] == {
        "bases": len(DATA["bases"]),
        "affixes": len(DATA["affixes"]),
        "artifacts": len(DATA["artifacts"]),
    }
    assert {base["key"] for base in DATA["bases"]} == set(RULES.gear.bases)


def test_it_draws_gear_of_each_floor() -> None:
    assert [found["floor"] for found in DATA["found"]] == list(range(1, 21))
    for found in DATA["found"]:
        assert found["pieces"]
        assert all(f"^{found['floor']}" in piece["key"] for piece in found["pieces"])
        assert sum(found["percent"].values()) == pytest.approx(100, abs=0.5)


def test_plain_gear_gives_way_to_fine_as_floors_go_down() -> None:
    shares = [found["percent"]["plain"] for found in DATA["found"]]
    assert shares[0] > shares[-1]


def test_some_artifacts_are_in_the_game_and_some_are_not() -> None:
    depths = [artifact["depth"] for artifact in DATA["artifacts"]]
    assert None in depths
    assert any(depths)


def test_data_is_plain_enough_for_json_and_the_same_for_a_seed() -> None:
    assert json.loads(json.dumps(DATA)) == DATA
    assert gear_data(RULES, SEED, REPERTOIRE) == DATA


def test_the_tables_name_everything() -> None:
    file = StringIO()
    Console(file=file, width=200).print(render_gear(DATA))
    text = file.getvalue()
    for rows in (DATA["bases"], DATA["affixes"], DATA["artifacts"]):
        assert all(row["name"] in text for row in rows)


def test_the_picture_is_a_picture(tmp_path: Path) -> None:
    path = tmp_path / "gear.png"
    plot_gear(DATA, path)
    with Image.open(path) as picture:
        assert picture.width > 500
