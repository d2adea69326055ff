"""How far the tide rises with the clock of a floor."""

from support.content.shipped import shipped
from undertide_server.simulation.rules.tide import bias_percent

RULES = shipped("default").tide


def test_the_bias_goes_from_nothing_to_all_and_stays_there() -> None:
    assert bias_percent(RULES, RULES.grace - 1) == -1
    assert bias_percent(RULES, RULES.grace) == 0
    assert bias_percent(RULES, RULES.grace + RULES.rise // 2) == 50
    assert bias_percent(RULES, RULES.grace + 10 * RULES.rise) == 100
