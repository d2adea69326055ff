from rich.console import Console

from support.sessions.balance_examples import balance, ran
from undertide_server.inspection.balance.summary import BalanceData
from undertide_server.inspection.balance.text import PlayedCount, render_balance


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
    assert "careful: what the time went into, in percent" in text
    assert "│      60 │    30 │      0 │   10 │" in text


def test_a_staged_fight_is_called_one() -> None:
    assert "before the last boss" in text_of(balance(ran(4), staged=True))


def test_progress_estimates_the_time_left_from_the_runs_that_this_call_played() -> None:
    progress = PlayedCount(300, done=100)
    assert progress.tell_time_left(5.0) == "100 of 300 runs"
    progress.count_run()
    assert progress.tell_time_left(90.0) == "101 of 300 runs, about 4 h 59 min left"
    for _ in range(189):
        progress.count_run()
    assert progress.tell_time_left(1900.0) == "290 of 300 runs, about 2 min left"


def test_progress_estimates_nothing_once_all_is_done() -> None:
    progress = PlayedCount(1, done=0)
    progress.count_run()
    assert progress.tell_time_left(60.0) == "1 of 1 runs"
