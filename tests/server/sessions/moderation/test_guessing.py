import pytest

from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.moderation.guessing import (
    AT_ONCE_AT_SESSION,
    AT_ONCE_FROM_ADDRESS,
    SECONDS_FOR_ADDRESS,
    SECONDS_FOR_SESSION,
    GuessLimits,
)
from undertide_shared.messages import ErrorCode

EVE = Identity(address_key="192.0.2.7")
CODE = "k7m-x4hq9"


def limits() -> GuessLimits:
    return GuessLimits(lambda said: said == "listed")


def guess(
    guesses: GuessLimits,
    said: str = CODE,
    identity: Identity = EVE,
    now: float = 0.0,
    code: ErrorCode = "unknown_session",
) -> str:
    """Make a guess that is refused with this code; return the reason that it reads."""
    with pytest.raises(RequestRefusedError) as caught, guesses.counting(identity, said, now):
        raise RequestRefusedError(code, "wrong")
    return caught.value.reason


def is_let_in(
    guesses: GuessLimits, said: str = CODE, identity: Identity = EVE, now: float = 0.0
) -> bool:
    """Return whether somebody who knows the code gets as far as the session."""
    try:
        with guesses.counting(identity, said, now):
            return True
    except RequestRefusedError:
        return False


def others(number: int) -> list[Identity]:
    return [Identity(address_key=f"198.51.100.{last}") for last in range(number)]


def test_an_address_has_some_wrong_guesses_and_then_one_in_a_while() -> None:
    guesses = limits()
    for number in range(AT_ONCE_FROM_ADDRESS):
        assert guess(guesses, f"{number}x") == "wrong"
    assert not is_let_in(guesses)
    told = guess(guesses)
    assert told == "your address has tried too many wrong ids and codes: try again in 120 s"
    assert is_let_in(guesses, identity=others(1)[0])
    assert guess(guesses, now=SECONDS_FOR_ADDRESS) == "wrong"
    assert guess(guesses, now=SECONDS_FOR_ADDRESS) != "wrong"


def test_a_session_has_some_wrong_codes_from_all_addresses_together() -> None:
    guesses = limits()
    for each in others(AT_ONCE_AT_SESSION):
        assert guess(guesses, identity=each) == "wrong"
    told = guess(guesses)
    assert told == "too many wrong codes were tried for this session: try again in 60 s"
    assert not is_let_in(guesses, "k7m-other")
    assert is_let_in(guesses, "b3r-x4hq9")
    assert is_let_in(guesses, now=SECONDS_FOR_SESSION)


def test_no_number_of_addresses_shuts_a_session_whose_secret_has_its_full_length() -> None:
    guesses = limits()
    for each in others(3 * AT_ONCE_AT_SESSION):
        assert guess(guesses, "k7m-x4hq9bfz", identity=each) == "wrong"
    for each in others(AT_ONCE_AT_SESSION):
        assert guess(guesses, CODE, identity=each) == "wrong"
    assert is_let_in(guesses, "k7m-z8r2wbcd")
    assert not is_let_in(guesses, "k7m-other"), "a code of earlier versions"


def test_one_address_alone_can_not_shut_a_session_to_others() -> None:
    guesses, hour = limits(), 3600
    other = others(1)[0]
    for second in range(0, 10 * hour, 10):
        guess(guesses, now=second)
        assert is_let_in(guesses, identity=other, now=second)


@pytest.mark.parametrize("code", ["session_full", "banned", "not_allowed", "bad_name", "locked"])
def test_only_what_is_wrong_counts(code: ErrorCode) -> None:
    guesses = limits()
    for _ in range(2 * AT_ONCE_FROM_ADDRESS):
        guess(guesses, code=code)
    assert is_let_in(guesses)


@pytest.mark.parametrize(
    ("said", "identity"),
    [("", EVE), ("listed", EVE), (CODE, Identity(address_key="192.0.2.7", operator=True))],
)
def test_what_is_no_guess_is_never_counted_or_refused(said: str, identity: Identity) -> None:
    guesses = limits()
    for _ in range(2 * AT_ONCE_FROM_ADDRESS):
        assert guess(guesses, said, identity) == "wrong"
    assert is_let_in(guesses)
    for number in range(AT_ONCE_FROM_ADDRESS):
        guess(guesses, f"{number}x")
    assert is_let_in(guesses, said, identity)
