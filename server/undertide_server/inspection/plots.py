"""The common look of all plots. Imported only to draw: matplotlib is slow to load."""

from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

INK = "#d7dde3"
PAPER = "#12161b"
GRID = "#2b333c"
DOTS_PER_INCH = 150


def new_plot(width: float, height: float) -> tuple[Figure, Axes]:
    """Return a figure and its empty axes, light on dark; `width` and `height` are in inches."""
    figure = _new_figure(width, height)
    return figure, _dressed(figure.add_subplot(facecolor=PAPER))


def new_plots(
    width: float, height: float
) -> tuple[Figure, tuple[tuple[Axes, Axes], tuple[Axes, Axes]]]:
    """Return a figure and its empty axes, two rows of two, in the look of `new_plot`."""
    figure = _new_figure(width, height)
    one, two, three, four = (
        _dressed(figure.add_subplot(2, 2, floor, facecolor=PAPER)) for floor in range(1, 5)
    )
    return figure, ((one, two), (three, four))


def _new_figure(width: float, height: float) -> Figure:
    figure = Figure(figsize=(width, height), facecolor=PAPER, layout="constrained")
    FigureCanvasAgg(figure)
    return figure


def _dressed(axes: Axes) -> Axes:
    """Return axes in light on dark, with a grid in the background."""
    axes.tick_params(colors=INK, which="both")
    axes.grid(color=GRID, linewidth=0.6)
    axes.set_axisbelow(True)
    for spine in axes.spines.values():
        spine.set_color(GRID)
    for text in (axes.xaxis.label, axes.yaxis.label, axes.title):
        text.set_color(INK)
    return axes


def save(figure: Figure, path: Path) -> None:
    """Write a figure as PNG."""
    for axes in figure.axes:
        legend = axes.get_legend()
        if legend is not None:
            legend.get_frame().set(facecolor=PAPER, edgecolor=GRID)
            for text in legend.get_texts():
                text.set_color(INK)
    figure.savefig(path, dpi=DOTS_PER_INCH, format="png")
