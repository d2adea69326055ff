from support.client.client_examples import joined
from undertide_client.net.seat_keeper import SeatKeeper
from undertide_client.net.wish import Wish
from undertide_client.saved.tokens import MemoryTokens, SavedSeat, Tokens
from undertide_shared.messages import HeroState, Join, PartyMember

URL = "ws://host:1"


def taken(tokens: Tokens) -> SeatKeeper:
    """Return the keeper of a seat that Ann has just taken."""
    keeper = SeatKeeper(URL, tokens)
    keeper.take(joined(), "Ann")
    return keeper


def party(state: HeroState) -> list[PartyMember]:
    return [PartyMember(joined().seat, "Ann", 0, 1, 1, 1, state)]


def test_a_seat_is_taken_up_again_by_its_token() -> None:
    tokens = MemoryTokens()
    keeper, session = taken(tokens), joined().session
    for asked in ("", session):
        request = Join(asked, "Ann")
        assert keeper.wish_for(request) == Wish(request, joined().token, session)
    assert keeper.wish_for(Join("", "Bob")) == Wish(Join("", "Bob"))


def test_a_forgotten_seat_is_asked_for_afresh() -> None:
    tokens = MemoryTokens()
    taken(tokens).forget(joined().session, "Ann")
    assert tokens.get(SavedSeat(URL, joined().session, "Ann")) == b""


def test_the_token_of_a_dead_hero_is_forgotten_and_kept_again_with_a_new_one() -> None:
    tokens = MemoryTokens()
    keeper, seat = taken(tokens), SavedSeat(URL, joined().session, "Ann")
    keeper.look_at(party("alive"))
    assert tokens.get(seat)
    for _ in range(2):
        keeper.look_at(party("dead"))
        assert not tokens.get(seat)
    keeper.look_at(party("alive"))
    assert tokens.get(seat)


def test_a_seat_of_an_earlier_start_is_kept_though_somebody_else_died() -> None:
    tokens, session = MemoryTokens(), joined().session
    taken(tokens)
    restarted, request = SeatKeeper(URL, tokens), Join(session, "Ann")
    restarted.look_at(party("dead"))
    assert restarted.wish_for(request) == Wish(request, joined().token, session)


class FullDisk(MemoryTokens):
    """Tokens that can't be written while the disk is full."""

    full = True

    def put(self, seat: SavedSeat, token: bytes) -> None:
        if self.full:
            raise OSError(28, "No space left on device")
        super().put(seat, token)


def test_a_token_that_a_full_disk_did_not_take_is_written_when_there_is_space() -> None:
    tokens = FullDisk()
    keeper, request = taken(tokens), Join(joined().session, "Ann")
    assert keeper.wish_for(request) == Wish(request)
    tokens.full = False
    keeper.look_at(party("dead"))
    keeper.look_at(party("alive"))
    assert keeper.wish_for(request) == Wish(request, joined().token, joined().session)
