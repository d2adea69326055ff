"""Names: spelt in other ways, made to look alike, and kept for the server."""
# ruff: noqa: RUF001 (letters that look alike are the point)

import pytest

from undertide_server.util.names import NAMELESS_SERVER, ReservedNames, folded, look_alike_keys
from undertide_shared.errors import BadTextError
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


def alike(one: str, other: str) -> bool:
    return not look_alike_keys(one).isdisjoint(look_alike_keys(other))


@pytest.mark.parametrize(
    "other",
    ["SERVER", "ＳＥＲＶＥＲ", "Sеrver", "ЅЕRVЕR", "serνer", "Ꮪerver"],
)
def test_letters_of_other_scripts_are_what_they_look_like(other: str) -> None:
    assert alike("Server", other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bob1", "Bobl"),
        ("BobI", "Bobl"),
        ("Zo0", "zoO"),
        ("ΝΙΝΑ", "NINA"),
        ("νika", "vika"),
        ("Ανδρέας", "ανδρέας"),
    ],
)
def test_digits_and_capitals_count_by_their_looks(one: str, other: str) -> None:
    assert alike(one, other)


def test_names_that_read_otherwise_stay_apart() -> None:
    names = ["Ann", "Anne", "Änn", "Bob", "Bob2", "Боб", "Νίκη", "Ilya"]
    assert len([(one, two) for one in names for two in names if alike(one, two)]) == len(names)


@pytest.mark.parametrize(
    "name",
    [
        "The Deep",
        "the-deep",
        "THE DЕЕP.",
        "The Deëp",
        "Server",
        "the operator",
        "the party 1eader",
        "Ann:",
        "Ann：",
        "An◆n",
        "Ann†",
    ],
)
def test_what_speaks_for_the_server_is_nobodys_name(name: str) -> None:
    with pytest.raises(BadTextError):
        ReservedNames("The Deep").check(name)


@pytest.mark.parametrize("name", ["Ann", "The Deep One", "Deep", "Servera", "O'Neil-2 (Bo)!"])
def test_other_names_are_free(name: str) -> None:
    ReservedNames("The Deep").check(name)
    NAMELESS_SERVER.check(name)


def test_a_long_name_of_a_server_is_reserved_as_clients_show_it() -> None:
    long = "The Undertide Server of the North"
    with pytest.raises(BadTextError, match="of the server"):
        ReservedNames(long).check(long[:MAX_NAME])


def test_a_server_may_have_a_name_without_letters() -> None:
    with pytest.raises(BadTextError, match="of the server"):
        ReservedNames("★★★").check("★★★")
    ReservedNames("★★★").check("Ann")
