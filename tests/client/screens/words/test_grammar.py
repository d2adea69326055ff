import pytest

from undertide_client.screens.words.grammar import counted, listed, sentence_of


@pytest.mark.parametrize(
    ("number", "words"),
    [(0, "0 floors"), (1, "1 floor"), (7, "7 floors"), ("1", "1 floor"), ("2.5", "2.5 floors")],
)
def test_a_noun_agrees_with_its_number(number: int | str, words: str) -> None:
    assert counted(number, "floor") == words


@pytest.mark.parametrize(
    ("words", "text"),
    [([], ""), (["Ann"], "Ann"), (["Ann", "Bob"], "Ann and Bob"), ([*"abc"], "a, b and c")],
)
def test_the_last_two_words_of_a_list_are_joined_by_and(words: list[str], text: str) -> None:
    assert listed(words) == text


@pytest.mark.parametrize(
    ("words", "text"),
    [("", ""), ("real time", "Real time."), ("exploring…", "Exploring…"), ("Who?", "Who?")],
)
def test_a_sentence_has_a_capital_and_one_end(words: str, text: str) -> None:
    assert sentence_of(words) == text
