import pytest

from support.client.screen_text import playing
from undertide_client.model.mirror import Mirror
from undertide_client.screens.map.eyes import next_eyes, previous_eyes, seat_of
from undertide_shared.messages import PartyMember

PARTY = [
    PartyMember(0, "Ann", 0, 1, 100, 1, "alive"),
    PartyMember(2, "Bob", 0, 1, 0, 1, "dead"),
    PartyMember(5, "Cid", 0, 1, 100, 1, "asleep"),
]


@pytest.mark.parametrize(
    ("here", "following", "before"), [(None, 0, 5), (0, 5, None), (5, None, 0), (2, 0, 5)]
)
def test_eyes_go_round_the_living_and_the_party(
    here: int | None, following: int | None, before: int | None
) -> None:
    mirror = playing(party=PARTY, seat=here).mirror
    assert next_eyes(mirror) == following
    assert previous_eyes(mirror) == before


def test_without_heroes_there_are_only_the_party_s() -> None:
    assert next_eyes(Mirror()) is None


def test_a_hero_is_found_by_name_in_any_case() -> None:
    mirror = playing(party=PARTY).mirror
    assert (seat_of(mirror, "cID"), seat_of(mirror, "Zed")) == (5, None)
