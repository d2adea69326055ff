import pytest

from undertide_client.net.codes import MAX_CODES, Codes


def test_a_code_stands_for_the_session_that_it_lets_into() -> None:
    codes = Codes()
    codes.learn("amber-otter", "amber-otter-9f3k")
    assert codes.door("amber-otter") == "amber-otter-9f3k"
    assert codes.door("blue-heron") == "blue-heron"


def test_a_newer_code_takes_the_place_of_the_older() -> None:
    codes = Codes()
    codes.learn("amber-otter", "amber-otter-1")
    codes.learn("amber-otter", "amber-otter-2")
    assert codes.door("amber-otter") == "amber-otter-2"


@pytest.mark.parametrize("code", ["", "amber-otter", "blue-heron-9f3k", "amber-otters"])
def test_what_is_no_code_of_the_session_is_not_learnt(code: str) -> None:
    codes = Codes()
    codes.learn("amber-otter", code)
    assert codes.door("amber-otter") == "amber-otter"


def test_the_codes_learnt_longest_ago_are_forgotten_first() -> None:
    codes = Codes()
    for number in range(MAX_CODES + 1):
        codes.learn(f"s{number}", f"s{number}-x")
    assert codes.door("s0") == "s0"
    assert codes.door("s1") == "s1-x"
    assert codes.door(f"s{MAX_CODES}") == f"s{MAX_CODES}-x"
