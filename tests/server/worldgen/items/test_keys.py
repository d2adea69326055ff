"""Item keys: one for each thing, and back again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from undertide_server.worldgen.items.errors import BadItemKeyError
from undertide_server.worldgen.items.keys import (
    Piece,
    essence_key,
    essence_of,
    is_piece,
    key_of,
    piece_of,
)

names = st.from_regex(r"[a-z][a-z_]{0,11}", fullmatch=True)
pieces = st.builds(
    Piece,
    names,
    st.integers(1, 50),
    st.dictionaries(names, st.integers(1, 5), max_size=4).map(
        lambda them: tuple(sorted(them.items()))
    ),
    st.booleans(),
)


@given(pieces)
def test_a_piece_is_known_by_its_key(piece: Piece) -> None:
    assert is_piece(key_of(piece))
    assert piece_of(key_of(piece)) == piece


def test_keys_look_as_they_are_documented() -> None:
    assert key_of(Piece("long_sword", 7)) == "long_sword^7"
    affixes = (("keen", 2), ("of_embers", 1))
    assert key_of(Piece("long_sword", 7, affixes)) == "long_sword^7/keen:2/of_embers:1"
    assert key_of(Piece("long_sword", 7, affixes[:1], forged=True)) == "long_sword^7+/keen:2"
    assert essence_key("keen") == "essence/keen"


@pytest.mark.parametrize(
    "key",
    [
        "",
        "health_potion",
        "^7",
        "long_sword^",
        "long_sword^0",
        "long_sword^07",
        "long_sword^7/",
        "long_sword^7/keen",
        "long_sword^7/keen:0",
        "long_sword^7/keen:12",
        "long_sword^7/of_embers:1/keen:2",
        "long_sword^7/keen:1/keen:2",
        "long sword^7",
        "long_sword^7 ",
        "essence/keen",
    ],
)
def test_what_is_no_key_of_gear_is_refused(key: str) -> None:
    with pytest.raises(BadItemKeyError, match="is no key of an item") as caught:
        piece_of(key)
    assert caught.value.key == key


def test_essences_name_their_affix() -> None:
    assert essence_of("essence/keen") == "keen"
    for key in ("essence", "essence/", "health_potion", "long_sword^7/keen:2"):
        assert essence_of(key) is None
