"""`inspect variations`."""

import json
from io import StringIO
from pathlib import Path

from PIL import Image
from rich.console import Console

from support.content.shipped import shipped, unvaried
from undertide_server.inspection.variations import (
    VarietyData,
    plot_variations,
    render_variations,
    variations_data,
)
from undertide_server.worldgen.game.variety import draw_variety

RULES = shipped("default")
DATA = variations_data(RULES, bytes(16))


def rendered(data: VarietyData) -> str:
    console = Console(file=StringIO(), width=200)
    console.print(render_variations(data))
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def test_data_lists_all_variations_and_marks_those_drawn() -> None:
    variety = draw_variety(RULES, bytes(16))
    assert [each["key"] for each in DATA["variations"]] == list(RULES.variety.variations)
    assert {each["key"] for each in DATA["variations"] if each["drawn"]} == set(variety.variations)
    for each in DATA["variations"]:
        assert set(each) == {"key", "name", "description", "changes", "harmful", "drawn"}
        assert [change["key"] for change in each["changes"]] == [
            change.key for change in RULES.variety.variations[each["key"]].changes
        ]


def test_data_has_what_the_seed_draws() -> None:
    variety = draw_variety(RULES, bytes(16))
    assert DATA["subtitle"] == variety.subtitle
    assert DATA["themes"] == {"removed": [*variety.removed], "doubled": [*variety.doubled]}
    assert {each["key"]: each["value"] for each in DATA["variables"]} == variety.variables


def test_data_is_plain_enough_for_json() -> None:
    assert json.loads(json.dumps(DATA)) == DATA


def test_the_text_names_everything() -> None:
    text = rendered(DATA)
    assert DATA["subtitle"] in text
    for each in DATA["variations"]:
        assert each["name"] in text
    for variable in DATA["variables"]:
        assert variable["key"] in text
    for key in (*DATA["themes"]["removed"], *DATA["themes"]["doubled"]):
        assert key in text


def test_effects_are_told_in_a_few_signs() -> None:
    changes = [change for each in DATA["variations"] for change in each["changes"]]
    effects = {change["key"]: change["effect"] for change in changes}
    assert effects["themes.shop.weight"] == "900 %"
    assert effects["loot.treasure"] == "+2"
    assert effects["people.skeleton.behaviour.rises"] == "= 30"


def test_content_without_variety_has_nothing_to_show() -> None:
    text = rendered(variations_data(unvaried(RULES), bytes(16)))
    assert "no variations" in text
    assert "themes as ever" in text


def test_the_picture_is_a_picture(tmp_path: Path) -> None:
    path = tmp_path / "variations.png"
    for rules in (RULES, unvaried(RULES)):
        plot_variations(variations_data(rules, bytes(16)), path)
        with Image.open(path) as image:
            assert image.format == "PNG"
            assert image.width > 1000
