import pytest

from undertide_client.net.codes import MAX_CODES, Codes


def test_a_code_stands_for_the_session_that_it_lets_into() -> None:
    codes = Codes()
    codes.learn("k7m2q", "k7m2q-x4hq9tbncd2w")
    assert codes.door("k7m2q") == "k7m2q-x4hq9tbncd2w"
    assert codes.door("b3rn9") == "b3rn9"


def test_a_newer_code_takes_the_place_of_the_older() -> None:
    codes = Codes()
    codes.learn("k7m2q", "k7m2q-aaaabbbbcccc")
    codes.learn("k7m2q", "k7m2q-x4hq9tbncd2w")
    assert codes.door("k7m2q") == "k7m2q-x4hq9tbncd2w"


@pytest.mark.parametrize("code", ["", "k7m2q", "b3rn9-x4hq9tbncd2w", "k7m2qs"])
def test_what_is_no_code_of_the_session_is_not_learnt(code: str) -> None:
    codes = Codes()
    codes.learn("k7m2q", code)
    assert codes.door("k7m2q") == "k7m2q"


def test_the_codes_learnt_longest_ago_are_forgotten_first() -> None:
    codes = Codes()
    for number in range(MAX_CODES + 1):
        codes.learn(f"s{number}", f"s{number}-x")
    assert codes.door("s0") == "s0"
    assert codes.door("s1") == "s1-x"
    assert codes.door(f"s{MAX_CODES}") == f"s{MAX_CODES}-x"
