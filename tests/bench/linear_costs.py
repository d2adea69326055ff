"""Costs that grow evenly with what an operation reads or writes. Pure."""

from collections.abc import Sequence
from dataclasses import astuple
from statistics import linear_regression

from fleet_budgets import Cost
from metered_postgres import Metered


def fitted(points: Sequence[tuple[int, Metered]]) -> tuple[Cost, Cost]:
    """Return the cost at none, and that of one more, by the line that fits the points best."""
    numbers = [number for number, _ in points]
    parts = zip(*(astuple(metered.cost) for _, metered in points), strict=True)
    lines = [linear_regression(numbers, part) for part in parts]
    return (
        Cost(*(max(0.0, line.intercept) for line in lines)),
        Cost(*(max(0.0, line.slope) for line in lines)),
    )


def less(whole: Cost, part: Cost) -> Cost:
    """Return a cost without a part of it; noise makes nothing cheaper than free."""
    return Cost(*(max(0.0, each) for each in astuple(whole + part * -1)))
