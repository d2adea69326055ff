from pathlib import Path

from PIL import Image

from balance_examples import balance, ran
from undertide_server.inspection.balance.plot import plot_balance


def test_the_picture_is_a_large_png(tmp_path: Path) -> None:
    runs = [ran(number, skill=skill) for skill in ("careful", "still") for number in (1, 4, 9)]
    plot_balance(balance(*runs), tmp_path / "balance.png")
    with Image.open(tmp_path / "balance.png") as picture:
        assert picture.format == "PNG"
        assert picture.width > picture.height > 1000


def test_runs_that_all_ended_at_once_make_a_picture_too(tmp_path: Path) -> None:
    plot_balance(balance(ran(1)), tmp_path / "balance.png")
    assert (tmp_path / "balance.png").stat().st_size
