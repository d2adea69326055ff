from rich.console import Console

from support.sessions.balance_examples import balance, ran
from undertide_server.inspection.balance.summary import BalanceData
from undertide_server.inspection.balance.text import render_balance


def text_of(data: BalanceData) -> str:
    console = Console(width=80, record=True)
    console.print(render_balance(data))
    return console.export_text()


def test_the_tables_say_how_far_each_skill_came_and_why_not_further() -> None:
    text = text_of(balance(ran(4), ran(8), ran(1, skill="still")))
    assert "Balance of default, party pace" in text
    assert "50 %" in text
    assert "orc 2, rat 2" in text
    assert "careful: the way down" in text
    assert "still: the way down" in text


def test_a_staged_fight_is_called_one() -> None:
    assert "before the last boss" in text_of(balance(ran(4), staged=True))
