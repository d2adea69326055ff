"""`inspect curve`."""

import csv
import json
from io import StringIO
from pathlib import Path

from PIL import Image
from rich.console import Console

from support.content.shipped import shipped
from undertide_server.inspection.curve import curve_data, plot_curve, render_curve

TABLE = Path(__file__).parents[2] / "data" / "level_table.csv"
DATA = curve_data(shipped("reference"), bytes(16))


def test_data_is_the_level_table() -> None:
    with TABLE.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [
        (
            str(floor["floor"]),
            " ".join(map(str, floor["strengths"])),
            " ".join(map(str, floor["bosses"])),
            floor["average"],
        )
        for floor in DATA["floors"]
    ] == [(row["floor"], row["strengths"], row["bosses"], float(row["average"])) for row in rows]


def test_data_is_plain_enough_for_json() -> None:
    assert json.loads(json.dumps(DATA)) == DATA
    assert set(DATA["floors"][0]) == {"floor", "step", "strengths", "bosses", "average"}


def test_the_table_shows_every_number() -> None:
    console = Console(file=StringIO(), width=120)
    console.print(render_curve(DATA))
    assert isinstance(console.file, StringIO)
    text = console.file.getvalue()
    assert "312 401 545 778 1155" in text
    assert "1765 2752" in text
    assert "638.20" in text


def test_the_picture_is_a_picture(tmp_path: Path) -> None:
    path = tmp_path / "curve.png"
    plot_curve(DATA, path)
    with Image.open(path) as image:
        assert image.format == "PNG"
        assert image.width > 1000
        assert len(image.convert("RGB").getcolors(image.width * image.height) or ()) > 50


def test_a_curve_of_one_floor_can_be_drawn(tmp_path: Path) -> None:
    rules = shipped("reference")
    one = rules.model_copy(update={"curve": rules.curve.model_copy(update={"floors": 1})})
    plot_curve(curve_data(one, bytes(16)), tmp_path / "curve.png")
    assert (tmp_path / "curve.png").stat().st_size > 0
