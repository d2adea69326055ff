"""`inspect roster`."""

import json
from io import StringIO
from pathlib import Path

import pytest
from PIL import Image
from rich.console import Console

from support.content.repertoire import REPERTOIRE
from support.content.shipped import shipped
from undertide_server.inspection.roster import RosterData, plot_roster, render_roster, roster_data

REFERENCE = shipped("reference")
DATA = roster_data(REFERENCE, bytes(16), REPERTOIRE)
CLASSIC = roster_data(shipped("classic"), bytes(16), REPERTOIRE)


def printed(data: RosterData) -> str:
    file = StringIO()
    Console(file=file, width=120).print(render_roster(data))
    return file.getvalue()


def test_data_counts_the_content() -> None:
    families = REFERENCE.families.values()
    assert DATA["content"] == {
        "families": len(families),
        "races": sum(len(family.tiers) for family in families),
        "kinds": sum(len(family.tiers) * len(family.classes) for family in families),
    }


def test_data_has_bands_and_kinds_from_weakest_to_strongest() -> None:
    strengths = [strength for band in DATA["bands"] for strength in band["strengths"]]
    assert len(DATA["bands"]) == 22
    assert strengths == sorted(strengths)
    assert strengths == [kind["strength"] for kind in DATA["kinds"]]
    assert all(band["tier"] >= 0 for band in DATA["bands"])


def test_data_is_plain_enough_for_json() -> None:
    assert json.loads(json.dumps(DATA)) == DATA
    assert {"strengths", "family", "tier", "race"} <= set(DATA["bands"][0])
    assert {"strength", "name", "glyph", "colour"} <= set(DATA["kinds"][0])


def test_the_table_names_every_kind_and_race() -> None:
    text = printed(DATA)
    assert all(kind["name"] in text for kind in DATA["kinds"])
    assert all(band["race"] in text for band in DATA["bands"])
    assert text.count("(boss)") == sum(kind["boss"] for kind in DATA["kinds"])


def test_the_table_is_called_roster() -> None:
    assert "Roster" in printed(DATA).split()


def test_kinds_tell_their_mods_and_what_sets_them_apart() -> None:
    families = REFERENCE.families
    for band in DATA["bands"]:
        kinds = [kind for kind in DATA["kinds"] if kind["strength"] in band["strengths"]]
        family = families[band["family"]]
        assert all(kind["mods"] for kind in kinds if family.mods)
        assert all(("lurks" in kind["ways"]) == family.behaviour.lurks for kind in kinds)
        assert all(("pack" in kind["ways"]) == family.behaviour.pack for kind in kinds)
    text = printed(DATA)
    assert "speed +" in text
    assert "pack" in text


def test_fixed_kinds_are_shown_without_bands() -> None:
    assert CLASSIC["bands"] == []
    assert [kind["name"] for kind in CLASSIC["kinds"]] == ["orc", "troll"]
    assert "troll" in printed(CLASSIC)


@pytest.mark.parametrize("data", [DATA, CLASSIC], ids=["reference", "classic"])
def test_the_picture_is_a_picture(data: RosterData, tmp_path: Path) -> None:
    path = tmp_path / "roster.png"
    plot_roster(data, path)
    with Image.open(path) as image:
        assert image.format == "PNG"
        assert len(image.convert("RGB").getcolors(image.width * image.height) or ()) > 50
