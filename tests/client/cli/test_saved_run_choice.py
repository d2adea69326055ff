import time
from collections.abc import Sequence

import click
import pytest
from click.testing import CliRunner

from undertide_client.cli.saved_run_choice import (
    ANEW,
    MOST_DAMAGED,
    MOST_OFFERED,
    Begin,
    run_to_go_on,
)
from undertide_client.saved.runs import SavedRun
from undertide_shared.messages import RunState


def saved(run: str, *heroes: str, state: RunState = "live", reason: str = "") -> SavedRun:
    return SavedRun(run, f"s-{run}", "default", state, reason, list(heroes), 2, time.time())


def begun(
    runs: Sequence[SavedRun], begin: Begin = "ask", name: str = "", typed: str = ""
) -> tuple[SavedRun | None, str]:
    """Begin with these runs; return the one that goes on, and what was printed."""
    chosen: list[SavedRun | None] = []

    @click.command()
    def command() -> None:
        chosen.append(run_to_go_on(runs, begin, name))

    result = CliRunner().invoke(command, input=typed, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return chosen[0], result.output


LATEST, EARLIER = saved("latest", "Ann", "Bob"), saved("earlier", "Ann")


def test_the_player_is_offered_each_run_and_a_new_one() -> None:
    run, printed = begun([LATEST, EARLIER], typed="2\n")
    assert run is EARLIER
    for words in ("1  Ann and Bob, floor 2, ", "2  Ann, floor 2", f"{ANEW}  begin a new"):
        assert words in printed


def test_enter_goes_on_with_the_run_played_last() -> None:
    assert begun([LATEST, EARLIER], typed="\n")[0] is LATEST


def test_the_player_may_begin_anew_and_an_answer_that_is_none_is_asked_again() -> None:
    assert begun([LATEST], typed=f"7\n{ANEW}\n")[0] is None


def test_without_a_run_to_go_on_with_nothing_asks() -> None:
    over = [saved("a", "Ann", state="ended"), saved("b", "Ann", state="abandoned")]
    assert begun(over) == (None, "")


def test_options_answer_the_question() -> None:
    assert begun([LATEST, EARLIER], "continue") == (LATEST, "")
    assert begun([LATEST, EARLIER], "new") == (None, "")


def test_who_goes_on_without_a_run_is_told_that_a_new_one_begins() -> None:
    run, printed = begun([], "continue")
    assert run is None
    assert "a new one begins" in printed


def test_a_name_goes_on_only_with_a_run_of_its_hero() -> None:
    assert begun([EARLIER, LATEST], "continue", "Bob")[0] is LATEST
    assert begun([EARLIER, LATEST], "ask", "Zoe") == (None, "")


def test_damaged_runs_are_named_and_not_offered() -> None:
    damaged = saved("0123456789abcdef", "Ann", state="aside", reason="its snapshot is damaged")
    run, printed = begun([damaged, LATEST], typed="\n")
    assert run is LATEST
    assert "Damaged and set aside: Ann, floor 2, " in printed
    assert "(run 01234567): its snapshot is damaged" in printed


def test_damage_is_read_before_a_new_run_covers_it(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[str] = []
    monkeypatch.setattr(click, "pause", pauses.append)
    damaged = saved("a", "Ann", state="aside")
    begun([damaged, LATEST], typed="\n")
    begun([damaged], "continue")
    begun([saved("a", "Ann", state="ended")])
    assert pauses == []
    assert begun([damaged])[0] is None
    assert pauses == ["Press any key to begin a new run."]


def test_both_lists_are_bounded() -> None:
    runs = [saved(f"r{number}", "Ann") for number in range(MOST_OFFERED + 1)]
    runs += [saved(f"d{number}", "Ann", state="aside") for number in range(MOST_DAMAGED + 1)]
    _, printed = begun(runs, typed="\n")
    assert printed.count(", floor 2,") == MOST_OFFERED + MOST_DAMAGED
