import pytest

from undertide_client.screens.widgets.form import CARET, Option, Writing, one_of, yes_no

SIZES = (Option(1, "one", "A single one."), Option(2, "two"))


def test_a_choice_turns_round_at_both_ends() -> None:
    line = one_of("Size", "How many.", SIZES)
    course = []
    for by in (1, 1, -1, -1):
        line.turn(by)
        course.append((line.value, line.words))
    assert course == [(2, "two"), (1, "one"), (2, "two"), (1, "one")]


def test_a_choice_explains_what_is_chosen_and_what_it_is_about() -> None:
    line = one_of("Size", "How many.", SIZES)
    assert line.explain() == "A single one. How many."
    line.turn(1)
    assert line.explain() == "How many."


def test_a_value_that_is_no_option_changes_nothing() -> None:
    line = one_of("Size", "How many.", SIZES)
    line.set(2)
    line.set(3)
    assert line.value == 2


@pytest.mark.parametrize(
    ("open_", "value", "words"),
    [("", False, ["yes", "no"]), ("as it is", None, ["as it is", "yes", "no"])],
)
def test_yes_and_no_may_be_left_open(open_: str, value: bool | None, words: list[str]) -> None:
    line = yes_no("Fire", "Whether.", value=value, open_=open_)
    assert line.value is value
    assert [option.words for option in line.options] == words


def test_what_is_written_shows_where_the_next_character_goes() -> None:
    line = Writing("Name", "Yours.", 16)
    line.suggest("Ann")
    line.field.press("left")
    assert line.shown(20, caret=True) == f"An{CARET}n"
    assert line.shown(20, caret=False) == "Ann"


def test_what_is_too_long_to_be_shown_is_shown_around_the_caret() -> None:
    line = Writing("Why", "", 60)
    line.suggest("a" * 30 + "tail")
    seen = line.shown(10, caret=True)
    assert len(seen) == 10
    assert seen.endswith(f"tail{CARET}")
    line.field.press("home")
    assert line.shown(10, caret=True) == CARET + "a" * 9


@pytest.mark.parametrize("caret", [True, False])
def test_what_is_secret_is_never_shown(caret: bool) -> None:
    line = Writing("Password", "", 60, secret=True)
    line.suggest("hunter2")
    assert line.shown(20, caret=caret).replace(CARET, "") == "*" * 7
