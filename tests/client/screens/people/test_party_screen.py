from support.client.client_examples import roster
from support.client.replay_examples import watched_again
from support.client.screen_text import LARGE, playing, shown
from undertide_client.screens.people.party_screen import PartyScreen
from undertide_shared.messages import PartyMember, Roster, SeatInfo, Terms


def test_the_party_is_listed_with_its_watchers() -> None:
    text = shown(PartyScreen(playing()))
    assert "@ Ann L2 scratched floor 3, a crypt" in text
    assert "@ Bob L3 asleep floor 4, an arena" in text
    assert "Watching: Zoe" in text


def test_the_amulets_are_listed_with_their_bearers() -> None:
    text = shown(PartyScreen(playing()))
    assert '" amulet of embers, carried by Ann' in text
    assert "\" amulet of frost, in nobody's hands" in text
    assert "amulet" not in shown(PartyScreen(playing(amulets=[])))


def test_players_that_are_away_are_told() -> None:
    ui = playing()
    seats = [type(seat)(seat.seat, seat.name, 0, False) for seat in ui.mirror.roster]
    ui.mirror.apply(type(roster())(seats, []))
    assert "away" in shown(PartyScreen(ui))
    assert "Watching: nobody" in shown(PartyScreen(ui))


def test_a_party_of_nobody_and_one_of_twenty_are_drawn() -> None:
    assert "Nobody is down here yet." in shown(PartyScreen(playing(party=[])))
    many = [PartyMember(n, f"Hero {n}", 0, 1, 100, 1, "alive") for n in range(20)]
    assert "Hero 19" in shown(PartyScreen(playing(party=many)), size=LARGE)
    assert "/26" in shown(PartyScreen(playing(party=many)))


def test_in_a_replay_nobody_is_away_and_nobody_watches() -> None:
    text = shown(PartyScreen(watched_again()))
    assert "@ Ann L2 scratched floor 3, a crypt" in text
    assert "away" not in text
    assert "Watching" not in text


def test_the_party_tells_what_each_hero_is() -> None:
    cee = PartyMember(2, "Cee", 0, 3, 40, 1, "alive", 0, "spellwright")
    assert "@ Cee spellwright L1 wounded" in shown(PartyScreen(playing(party=[cee])))


def test_the_party_tells_who_keeps_order_and_how_the_session_is_run() -> None:
    ui = playing()
    seats = [
        SeatInfo(0, "Ann", 0, True, "host"),
        SeatInfo(1, "Bob", 0, False, "moderator", muted=True),
    ]
    ui.mirror.apply(Roster(seats, [], 0, Terms("invited", locked=True, delay=10)))
    text = shown(PartyScreen(ui))
    assert "L2 scratched party leader floor 3" in text
    assert "L3 asleep moderator, away, muted" in text
    assert "By invitation, locked: nobody new may join" in text
