"""Ids and invite codes: made of what is easily read, taken apart, and held against each other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from undertide_shared.codes import (
    ALPHABET,
    SECRET_LENGTH,
    SEPARATOR,
    code_of,
    id_of,
    is_seat_code,
    lets_in,
    opens,
    seat_code_of,
    secret_of,
    tidy,
    word_of,
)

CHANCE = st.binary(min_size=SECRET_LENGTH, max_size=16)


@given(chance=CHANCE)
def test_a_word_is_as_long_as_asked_for_and_easily_read(chance: bytes) -> None:
    word = word_of(chance, SECRET_LENGTH)
    assert len(word) == SECRET_LENGTH
    assert set(word) <= set(ALPHABET)
    assert SEPARATOR not in word


@given(session=CHANCE, secret=CHANCE)
def test_a_code_means_its_session_and_opens_it(session: bytes, secret: bytes) -> None:
    named, hidden = word_of(session, 5), word_of(secret, SECRET_LENGTH)
    code = code_of(named, hidden)
    assert id_of(code) == id_of(named) == named
    assert (secret_of(code), secret_of(named)) == (hidden, "")
    assert opens(code, hidden)


@pytest.mark.parametrize(
    "said", ["", "abcde", "abcde-", "abcde-wrong", "abcde-secre", "abcde-secret2", "secret", "é-é"]
)
def test_anything_else_opens_nothing(said: str) -> None:
    assert not opens(said, "secret")


@pytest.mark.parametrize("said", ["", "abcde", "abcde-"])
def test_what_has_no_secret_is_opened_by_none(said: str) -> None:
    assert not opens(said, "")


@pytest.mark.parametrize("secret", ["x4hq9tbn", "x4hq9tbncd2w", "x4hq-9tbn"])
def test_a_code_of_any_length_stays_good(secret: str) -> None:
    assert opens(f"k7m2q-{secret}", secret)
    assert id_of(f"k7m2q-{secret}") == "k7m2q"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("k7m-x4hq9", "k7m-x4hq9"),
        (" K7M-X4hq9 ", "k7m-x4hq9"),
        ("k7m x4hq9", "k7m-x4hq9"),
        ("k7m - x4hq9", "k7m-x4hq9"),
        ("5vsbv9dy9qty-tcmnt929wkvs", "5vsbv9dy9qty-tcmnt929wkvs"),
        ("k7m2q", "k7m2q"),
        ("x4h q9t bn", "x4hq9tbn"),
        ("", ""),
    ],
)
def test_a_code_may_be_typed_as_people_write_it(typed: str, meant: str) -> None:
    assert tidy(typed) == meant


@given(chance=st.binary(min_size=8, max_size=8))
def test_the_code_of_a_seat_has_a_form_of_its_own(chance: bytes) -> None:
    code = seat_code_of(chance)
    assert len(code.replace(SEPARATOR, "")) == 8
    assert is_seat_code(code)
    assert is_seat_code(code.upper().replace(SEPARATOR, " "))


@pytest.mark.parametrize(
    "said", ["", "ann", "abc-defgh", "abcdefgh", "abcd-efg1", "abcd-efgh-jkmn"]
)
def test_nothing_else_has_that_form(said: str) -> None:
    assert not is_seat_code(said)


@pytest.mark.parametrize(
    ("said", "secret"), [("k7m2q", False), ("k7m-x4hq9", True), ("k7mx4hq9", True), ("", False)]
)
def test_an_id_that_the_lobby_lists_is_no_secret_and_others_are(said: str, secret: bool) -> None:
    assert lets_in(said) == secret
