import pytest

from undertide_server.accounts.names import account_name, folded
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_shared.limits import MAX_NAME


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ANN"),
        ("Straße", "STRASSE"),
        ("\uff21\uff4e\uff4e", "ann"),
        ("A\u200bnn", "ann"),
        ("  Ann  B ", "ann b"),
        ("e\u0301ric", "\u00e9ric"),
    ],
)
def test_ways_of_writing_one_name_are_one_name(one: str, other: str) -> None:
    assert folded(one) == folded(other)


def test_other_names_stay_others() -> None:
    assert len({folded(name) for name in ("Ann", "Anne", "An", "Bob")}) == 4


def test_nothing_is_cut_off_a_long_name() -> None:
    assert folded("Ann " + "b" * 1000) != folded("Ann " + "b" * 1001)


@pytest.mark.parametrize("text", ["", "\x1b", "!Ann", "A" * (MAX_NAME + 1)])
def test_what_is_no_name_is_refused(text: str) -> None:
    with pytest.raises(RequestRefusedError) as caught:
        account_name(text)
    assert caught.value.code == "bad_name"
