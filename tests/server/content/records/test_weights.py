"""The functions by which floor types are weighed."""

import pytest

from undertide_server.content.records.tree import WeightRule
from undertide_server.content.records.weights import WEIGHTS


@pytest.mark.parametrize(
    ("name", "weight"), [("constant", 5), ("linear", 25), ("linear_reset", 11)]
)
def test_a_weight_is_what_its_formula_gives(name: str, weight: int) -> None:
    assert WEIGHTS[name](5, 2, 10, 3) == weight


@pytest.mark.parametrize("name", WEIGHTS)
def test_content_may_name_every_function(name: str) -> None:
    assert WeightRule(kind=name, base=1).kind == name


def test_content_may_name_no_other() -> None:
    with pytest.raises(ValueError, match="one of constant, linear, linear_reset"):
        WeightRule(kind="cubic", base=1)
