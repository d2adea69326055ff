from pathlib import Path

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from PIL import Image

from support.sessions.balance_examples import balance, ran
from undertide_server.inspection.balance import plot
from undertide_server.inspection.balance.plot import plot_balance
from undertide_server.inspection.balance.summary import BalanceData

POWER, DEPTH, TIME, DEATHS = range(4)
"""The places of the plots in the figure."""


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Figure]:
    """Return the figures that are drawn from now on; they are not saved."""
    figures = list[Figure]()
    monkeypatch.setattr(plot, "save", lambda figure, _path: figures.append(figure))
    return figures


def axes_of(data: BalanceData, drawn: list[Figure]) -> list[Axes]:
    """Return the plots that are drawn of some data."""
    plot_balance(data, Path("balance.png"))
    return drawn[-1].axes


def curve(axes: Axes, label: str) -> dict[float, float]:
    """Return the curve with a label: y by x."""
    (line,) = (line for line in axes.get_lines() if line.get_label() == label)
    return dict(np.asarray(line.get_xydata()).tolist())


def test_the_picture_is_a_large_png(tmp_path: Path) -> None:
    runs = [ran(number, skill=skill) for skill in ("careful", "still") for number in (1, 4, 9)]
    plot_balance(balance(*runs), tmp_path / "balance.png")
    with Image.open(tmp_path / "balance.png") as picture:
        assert picture.format == "PNG"
        assert picture.width > picture.height > 1000


def test_a_skill_is_drawn_as_deep_as_its_runs_came(drawn: list[Figure]) -> None:
    data = balance(ran(1), ran(2), ran(2), ran(1, skill="still"))
    axes = axes_of(data, drawn)
    assert curve(axes[DEPTH], "careful (3)") == {1: 100, 2: pytest.approx(200 / 3, abs=0.1)}
    assert curve(axes[DEPTH], "still (1)") == {1: 100, 2: 0}
    assert curve(axes[TIME], "careful") == {1: 100, 2: 200}
    assert curve(axes[POWER], "careful") == {1: 11, 2: 21}
    assert curve(axes[POWER], "floor's average") == {1: 5, 2: 10}


def test_the_causes_of_death_fill_the_bar_of_a_skill(drawn: list[Figure]) -> None:
    axes = axes_of(balance(ran(1), ran(3)), drawn)[DEATHS]
    widths = {str(bars.get_label()): bars[0].get_width() for bars in axes.containers}
    assert widths == {"monster": 50, "boss": 0, "tide": 50, "companion": 0, "harm": 0}
    ends = [bars[0].get_x() + bars[0].get_width() for bars in axes.containers]
    assert max(ends) == 100
