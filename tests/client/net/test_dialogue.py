from contextlib import suppress
from typing import get_args

import msgspec
import pytest

from support.client.client_examples import joined, keyframe, watching
from support.client.replay_examples import RUN, replaying
from undertide_client.net.destination import NEW_SESSION
from undertide_client.net.dialogue import Dialogue
from undertide_client.net.errors import (
    BUSY,
    ENTRY_REFUSALS,
    STALE,
    EntryRefusedError,
    WrongServerError,
)
from undertide_client.saved.logins import Login, MemoryLogins
from undertide_client.saved.tokens import MemoryTokens, SavedSeat
from undertide_shared.messages import (
    PROTOCOL,
    AccountInfo,
    ClientMessage,
    Create,
    Created,
    Delta,
    Error,
    ErrorCode,
    Hello,
    HeroState,
    Invited,
    Join,
    Leave,
    Left,
    LogIn,
    Moment,
    PartyMember,
    Play,
    Replay,
    State,
    Watch,
    Welcome,
)

URL = "ws://host:1"
WELCOME = Welcome(PROTOCOL, "test", ["default"])


def greeted(tokens: MemoryTokens | None = None) -> Dialogue:
    dialogue = Dialogue(URL, "test", tokens or MemoryTokens())
    dialogue.opened()
    dialogue.receive(WELCOME)
    return dialogue


def seated() -> Dialogue:
    dialogue = greeted()
    dialogue.join("k7m2q", "Ann")
    dialogue.receive(joined())
    return dialogue


def test_the_greeting_names_protocol_and_client() -> None:
    dialogue = Dialogue(URL, "bot 7", MemoryTokens())
    assert dialogue.opened() == [Hello(PROTOCOL, "bot 7")]


def test_a_wish_made_early_is_asked_for_after_the_greeting() -> None:
    dialogue = Dialogue(URL, "test", MemoryTokens())
    assert dialogue.join("", "Ann") == []
    dialogue.opened()
    assert dialogue.receive(WELCOME) == ([Join("", "Ann")], None)


def test_a_wish_made_in_the_lobby_is_asked_for_at_once() -> None:
    assert greeted().watch("s", "Zoe", 2) == [Watch("s", "Zoe", 2)]


def test_without_a_wish_the_lobby_is_where_it_stays() -> None:
    dialogue = Dialogue(URL, "test", MemoryTokens())
    dialogue.opened()
    assert dialogue.receive(WELCOME) == ([], None)
    assert dialogue.state is State.LOBBY


def test_a_seat_is_taken_up_again_with_its_newest_token() -> None:
    dialogue = seated()
    dialogue.receive(joined(token=b"secret-2"))
    dialogue.closed(will_return=False)
    assert dialogue.state is State.GREETING
    dialogue.opened()
    answers, _ = dialogue.receive(WELCOME)
    assert answers == [Join("k7m2q", "Ann", b"secret-2")]


def test_a_token_is_kept_at_once_under_the_name_asked_for() -> None:
    tokens = MemoryTokens()
    dialogue = greeted(tokens)
    dialogue.join("", "  Ann ")
    dialogue.receive(joined())
    assert tokens.get(SavedSeat(URL, "k7m2q", "  Ann ")) == b"secret-1"


def test_a_kept_token_is_used_for_its_session() -> None:
    tokens = MemoryTokens()
    tokens.store_token(SavedSeat(URL, "s", "Ann"), b"kept")
    dialogue = greeted(tokens)
    assert dialogue.join("s", "Ann") == [Join("s", "Ann", b"kept")]
    assert dialogue.join("other", "Ann") == [Join("other", "Ann")]


def test_any_session_means_first_the_one_left_last() -> None:
    tokens = MemoryTokens()
    tokens.store_token(SavedSeat(URL, "old", "Ann"), b"1")
    tokens.store_token(SavedSeat(URL, "new", "Ann"), b"2")
    dialogue = greeted(tokens)
    assert dialogue.join("", "Ann") == [Join("new", "Ann", b"2")]
    assert dialogue.receive(Error("unknown_session", "gone")) == ([Join("old", "Ann", b"1")], None)
    assert dialogue.receive(Error("bad_token", "no")) == ([Join("", "Ann")], None)


def test_where_no_session_has_room_the_client_makes_one_and_joins_it() -> None:
    dialogue = greeted()
    dialogue.join("", "Ann", "mender")
    assert dialogue.receive(Error("unknown_session", "none")) == ([Create()], None)
    assert dialogue.entering
    asked = [Join("k7m2q", "Ann", calling="mender")]
    assert dialogue.receive(Created("k7m2q")) == (asked, None)
    assert dialogue.receive(joined())[1] is None
    assert dialogue.state is State.PLAYING


def test_a_new_session_is_made_even_where_a_seat_is_kept_in_another() -> None:
    tokens = MemoryTokens()
    tokens.store_token(SavedSeat(URL, "old", "Ann"), b"1")
    dialogue = greeted(tokens)
    assert dialogue.join(NEW_SESSION, "Ann", "mender", preset="keep") == [Create("keep")]
    asked = [Join("k7m2q", "Ann", calling="mender")]
    assert dialogue.receive(Created("k7m2q")) == (asked, None)
    dialogue.receive(joined())
    dialogue.closed(will_return=True)
    dialogue.opened()
    assert dialogue.receive(WELCOME) == ([Join("k7m2q", "Ann", joined().token)], None)


def test_a_new_session_that_is_refused_is_told() -> None:
    dialogue = greeted()
    dialogue.join(NEW_SESSION, "Ann")
    answers, status = dialogue.receive(Error("server_full", "no room"))
    assert answers == []
    assert status is not None
    assert (status.phase, status.reason) == ("refused", "no room")


def test_where_all_seats_are_taken_the_client_makes_a_session_unless_it_should_not() -> None:
    dialogue = greeted()
    dialogue.join("", "Ann")
    assert dialogue.receive(Error("session_full", "taken")) == ([Create()], None)
    player = greeted()
    player.join("", "Ann", makes_if_full=False)
    answers, status = player.receive(Error("session_full", "taken"))
    assert answers == []
    assert status is not None
    assert (status.phase, status.code) == ("refused", "session_full")
    player.join("", "Ann", makes_if_full=False)
    assert player.receive(Error("unknown_session", "none")) == ([Create()], None)


def test_one_who_waits_in_line_asks_for_the_seat_again_after_an_outage() -> None:
    tokens = MemoryTokens()
    tokens.store_token(SavedSeat(URL, "s", "Ann"), b"kept")
    dialogue = greeted(tokens)
    dialogue.join("s", "Ann")
    dialogue.receive(msgspec.structs.replace(watching(), in_line=2))
    assert dialogue.placed
    dialogue.closed(will_return=False)
    dialogue.opened()
    assert dialogue.receive(WELCOME) == ([Join("s", "Ann", b"kept")], None)
    dialogue.receive(msgspec.structs.replace(watching(), in_line=1))
    dialogue.receive(joined())
    assert dialogue.state is State.PLAYING


def test_a_session_made_for_another_reason_is_not_joined_by_itself() -> None:
    dialogue = greeted()
    dialogue.join("other", "Ann")
    assert dialogue.receive(Created("k7m2q")) == ([], None)


def test_a_session_told_after_a_place_was_had_is_joined_by_nobody() -> None:
    dialogue = greeted()
    dialogue.join("", "Ann")
    dialogue.receive(Error("unknown_session", "none"))
    dialogue.receive(joined())
    assert dialogue.replay("0123", None, 0, 100) == [Leave()]
    assert dialogue.receive(Created("k7m2q")) == ([], None)


def test_a_session_that_can_not_be_made_now_is_worth_another_attempt() -> None:
    dialogue = greeted()
    dialogue.join("", "Ann")
    dialogue.receive(Error("unknown_session", "none"))
    with pytest.raises(EntryRefusedError, match="wait"):
        dialogue.receive(Error("too_fast", "wait"))
    dialogue.closed(will_return=True)
    dialogue.opened()
    assert dialogue.receive(WELCOME) == ([Join("", "Ann")], None)


def test_a_session_that_is_gone_once_more_is_not_made_for_ever() -> None:
    dialogue = greeted()
    dialogue.join("", "Ann")
    dialogue.receive(Error("unknown_session", "none"))
    dialogue.receive(Created("k7m2q"))
    answers, status = dialogue.receive(Error("unknown_session", "it is gone"))
    assert answers == []
    assert status is not None
    assert status.phase == "refused"


def test_a_stale_token_is_forgotten_and_the_seat_asked_for_without_it() -> None:
    tokens = MemoryTokens()
    seat = SavedSeat(URL, "s", "Ann")
    tokens.store_token(seat, b"stale")
    dialogue = greeted(tokens)
    dialogue.join("s", "Ann")
    assert dialogue.receive(Error("bad_token", "no")) == ([Join("s", "Ann")], None)
    assert tokens.get(seat) == b""


@pytest.mark.parametrize("code", sorted(set(get_args(ErrorCode)) - STALE))
def test_no_other_refusal_costs_a_player_the_token(code: ErrorCode) -> None:
    tokens = MemoryTokens()
    seat = SavedSeat(URL, "s", "Ann")
    tokens.store_token(seat, b"still good")
    dialogue = greeted(tokens)
    dialogue.join("s", "Ann")
    with suppress(EntryRefusedError):
        dialogue.receive(Error(code, "not at the moment"))
    assert tokens.get(seat) == b"still good"


@pytest.mark.parametrize("code", sorted(ENTRY_REFUSALS))
def test_a_refused_entry_is_told_and_not_asked_for_again(code: ErrorCode) -> None:
    dialogue = greeted()
    dialogue.join("s", "Ann")
    answers, status = dialogue.receive(Error(code, "because"))
    assert answers == []
    assert status is not None
    assert (status.phase, status.reason, status.code) == ("refused", "because", code)
    dialogue.closed(will_return=False)
    dialogue.opened()
    assert dialogue.receive(WELCOME) == ([], None)


def test_a_server_without_room_refuses_a_new_place_at_once() -> None:
    dialogue = greeted()
    dialogue.join("s", "Ann")
    answers, status = dialogue.receive(Error("server_full", "no room"))
    assert answers == []
    assert status is not None
    assert (status.phase, status.reason, status.code) == ("refused", "no room", "server_full")
    assert asked_again(dialogue) == []


def test_a_seat_that_was_taken_waits_for_a_server_without_room() -> None:
    dialogue = seated()
    asked_again(dialogue)
    with pytest.raises(EntryRefusedError):
        dialogue.receive(Error("server_full", "no room"))


@pytest.mark.parametrize("code", sorted(BUSY - {"server_full"}))
def test_a_busy_server_is_worth_another_attempt(code: ErrorCode) -> None:
    dialogue = greeted()
    dialogue.join("s", "Ann")
    with pytest.raises(EntryRefusedError):
        dialogue.receive(Error(code, "later"))
    dialogue.closed(will_return=False)
    dialogue.opened()
    assert dialogue.receive(WELCOME) == ([Join("s", "Ann")], None)


def test_another_version_can_not_heal() -> None:
    dialogue = Dialogue(URL, "test", MemoryTokens())
    dialogue.opened()
    with pytest.raises(WrongServerError, match="protocol 99"):
        dialogue.receive(Welcome(99, "newer", []))
    with pytest.raises(WrongServerError) as caught:
        dialogue.receive(Error("wrong_version", "install 2.0"))
    assert caught.value.code == "wrong_version"


def test_an_error_about_something_else_refuses_nothing() -> None:
    dialogue = seated()
    for code in get_args(ErrorCode):
        assert dialogue.receive(Error(code, "x")) == ([], None)
    assert dialogue.state is State.PLAYING


def test_a_dead_hero_s_player_comes_back_as_a_spectator() -> None:
    dialogue = seated()
    dialogue.receive(watching(name="Ann"))
    dialogue.closed(will_return=False)
    dialogue.opened()
    assert dialogue.receive(WELCOME) == ([Watch("k7m2q", "Ann", None)], None)


@pytest.mark.parametrize(("state", "kept"), [("asleep", b"secret-1"), ("dead", b"")])
def test_the_token_of_a_hero_that_died_is_not_kept_for_a_later_start(
    state: HeroState, kept: bytes
) -> None:
    tokens = MemoryTokens()
    dialogue = greeted(tokens)
    dialogue.join("k7m2q", "Ann")
    dialogue.receive(joined())
    others = PartyMember(1, "Bob", 0, 1, 0, 1, "dead")
    dialogue.receive(keyframe(party=[PartyMember(0, "Ann", 0, 1, 50, 1, state), others]))
    assert tokens.get(SavedSeat(URL, "k7m2q", "Ann")) == kept


def test_whoever_goes_on_with_a_new_hero_keeps_the_token_again() -> None:
    tokens = MemoryTokens()
    dialogue = greeted(tokens)
    dialogue.join("k7m2q", "Ann")
    dialogue.receive(joined())
    seat = SavedSeat(URL, "k7m2q", "Ann")
    course: list[tuple[HeroState, bytes]] = [("dead", b""), ("alive", b"secret-1"), ("dead", b"")]
    for state, kept in course:
        dialogue.receive(keyframe(party=[PartyMember(0, "Ann", 0, 1, 50, 1, state)]))
        assert tokens.get(seat) == kept


def test_a_new_hero_is_asked_for_by_its_calling() -> None:
    dialogue = greeted()
    assert dialogue.join("s", "Ann", "mender") == [Join("s", "Ann", b"", "mender")]


def test_through_an_outage_the_player_of_a_hero_that_died_keeps_the_seat() -> None:
    dialogue = seated()
    dialogue.receive(Delta(2, party=[PartyMember(0, "Ann", 0, 1, 0, 1, "dead")]))
    dialogue.closed(will_return=False)
    dialogue.opened()
    answers, _ = dialogue.receive(WELCOME)
    assert answers == [Join("k7m2q", "Ann", b"secret-1")]


def test_a_spectator_comes_back_to_the_eyes_chosen_last() -> None:
    dialogue = greeted()
    dialogue.watch("k7m2q", "Zoe", None)
    dialogue.receive(watching())
    dialogue.follow(3)
    dialogue.closed(will_return=False)
    dialogue.opened()
    assert dialogue.receive(WELCOME) == ([Watch("k7m2q", "Zoe", 3)], None)


def test_who_was_put_out_does_not_fight_for_the_seat() -> None:
    dialogue = seated()
    dialogue.receive(Left("k7m2q", "taken up elsewhere"))
    assert dialogue.state is State.LOBBY
    dialogue.closed(will_return=False)
    dialogue.opened()
    assert dialogue.receive(WELCOME) == ([], None)


def test_who_was_put_out_by_a_restart_comes_back() -> None:
    dialogue = seated()
    dialogue.receive(Left("k7m2q", "the server restarts"))
    dialogue.closed(will_return=True)
    dialogue.opened()
    answers, _ = dialogue.receive(WELCOME)
    assert answers == [Join("k7m2q", "Ann", b"secret-1")]


def test_who_left_does_not_come_back_by_itself() -> None:
    dialogue = seated()
    dialogue.leave()
    dialogue.receive(Left("k7m2q", "as asked"))
    dialogue.closed(will_return=True)
    dialogue.opened()
    assert dialogue.receive(WELCOME) == ([], None)


def test_frames_are_none_of_its_business() -> None:
    assert seated().receive(keyframe()) == ([], None)


# --- replays -------------------------------------------------------------------------------------


def watching_again() -> Dialogue:
    dialogue = greeted()
    dialogue.replay("0123", None, 0, 100)
    dialogue.receive(replaying())
    return dialogue


def asked_again(dialogue: Dialogue) -> list[ClientMessage]:
    dialogue.closed(will_return=False)
    dialogue.opened()
    return dialogue.receive(WELCOME)[0]


def test_a_replay_is_asked_for_and_plays_as_soon_as_it_is_open() -> None:
    dialogue = greeted()
    assert dialogue.replay("0123", 1, 50, 200) == [Replay("0123", 1, 50)]
    assert dialogue.entering
    assert dialogue.receive(replaying()) == ([Play(200)], None)
    assert dialogue.state is State.REPLAYING
    assert not dialogue.entering


def test_a_replay_that_is_to_stand_still_is_not_played() -> None:
    dialogue = greeted()
    dialogue.replay("0123", None, 0, 0)
    assert dialogue.receive(replaying()) == ([], None)


def test_after_an_outage_a_replay_goes_on_where_it_was() -> None:
    dialogue = watching_again()
    dialogue.follow(1)
    dialogue.receive(Moment(700, 400))
    assert asked_again(dialogue) == [Replay(RUN, 1, 700)]
    assert dialogue.receive(replaying()) == ([Play(400)], None)


def test_after_an_outage_a_replay_that_stood_still_stands_still() -> None:
    dialogue = watching_again()
    dialogue.receive(Moment(700, 0))
    asked_again(dialogue)
    assert dialogue.receive(replaying()) == ([], None)


@pytest.mark.parametrize("code", ["unknown_run", "server_full", "internal", "unknown_seat"])
def test_a_replay_that_can_not_be_had_is_refused(code: ErrorCode) -> None:
    dialogue = greeted()
    dialogue.replay("0123", None, 0, 100)
    answers, status = dialogue.receive(Error(code, "because"))
    assert answers == []
    assert status is not None
    assert (status.phase, status.reason, status.code) == ("refused", "because", code)
    assert asked_again(dialogue) == []


def test_a_replay_that_was_had_waits_for_a_server_that_is_full() -> None:
    dialogue = watching_again()
    asked_again(dialogue)
    with pytest.raises(EntryRefusedError):
        dialogue.receive(Error("server_full", "eight others watch old runs"))


def test_a_place_is_left_for_another_one() -> None:
    dialogue = greeted()
    dialogue.watch("k7m2q", "Zoe", 1)
    dialogue.receive(watching())
    assert dialogue.replay("k7m2q", 1, 0, 100) == [Leave()]
    assert dialogue.entering
    answers, _ = dialogue.receive(Left("k7m2q", "You left."))
    assert answers == [Replay("k7m2q", 1, 0)]
    dialogue.receive(replaying())
    assert dialogue.watch("k7m2q", "Zoe", None) == [Leave()]
    assert dialogue.watch("k7m2q", "Zoe", 1) == [], "one leave is enough"
    answers, _ = dialogue.receive(Left("k7m2q", "You left."))
    assert answers == [Watch("k7m2q", "Zoe", 1)]


def test_a_place_that_was_left_in_vain_is_gone_back_to() -> None:
    dialogue = greeted()
    dialogue.watch("k7m2q", "Zoe", 1)
    dialogue.receive(watching())
    dialogue.replay("k7m2q", 1, 0, 100)
    dialogue.receive(Left("k7m2q", "You left."))
    answers, status = dialogue.receive(Error("unknown_run", "this server keeps no runs"))
    assert answers == [Watch("k7m2q", "Zoe", 1)]
    assert status is not None
    assert status.reason == "this server keeps no runs"
    assert dialogue.entering
    answers, _ = dialogue.receive(Error("unknown_session", "it is over"))
    assert answers == []
    assert not dialogue.entering


def test_who_leaves_while_on_the_way_stays_in_the_lobby() -> None:
    dialogue = watching_again()
    dialogue.watch("k7m2q", "Zoe", None)
    assert dialogue.leave() == []
    assert dialogue.receive(Left("k7m2q", "You left.")) == ([], None)
    assert asked_again(dialogue) == []


def test_an_outage_on_the_way_changes_nothing() -> None:
    dialogue = watching_again()
    dialogue.watch("k7m2q", "Zoe", 1)
    assert asked_again(dialogue) == [Watch("k7m2q", "Zoe", 1)]


# --- who one is ----------------------------------------------------------------------------------

ANN = Login("ann", b"t1")


def known(login: Login = ANN) -> tuple[Dialogue, MemoryLogins]:
    """Return a dialogue that has a login of before, and where that is kept."""
    logins = MemoryLogins()
    logins.store_login(URL, login)
    dialogue = Dialogue(URL, "test", MemoryTokens(), logins)
    dialogue.opened()
    return dialogue, logins


def test_one_says_who_one_is_before_one_asks_for_a_place() -> None:
    dialogue, _ = known()
    assert dialogue.join("s", "Ann") == []
    assert dialogue.receive(WELCOME) == ([LogIn("ann", token=b"t1")], None)
    assert dialogue.entering
    assert dialogue.receive(AccountInfo("ann", token=b"t2")) == ([Join("s", "Ann")], None)


def test_a_place_asked_for_meanwhile_waits_for_the_answer() -> None:
    dialogue, _ = known()
    dialogue.receive(WELCOME)
    assert not dialogue.entering
    assert dialogue.watch("s", "Zoe", None) == []
    assert dialogue.entering
    assert dialogue.receive(AccountInfo("ann")) == ([Watch("s", "Zoe", None)], None)


def test_a_login_that_is_refused_is_forgotten_and_said_and_one_goes_on_as_a_guest() -> None:
    dialogue, logins = known()
    dialogue.join("s", "Ann")
    dialogue.receive(WELCOME)
    answers, status = dialogue.receive(Error("bad_login", "that token is not known"))
    assert answers == [Join("s", "Ann")]
    assert status is not None
    assert (status.phase, status.code) == ("connected", "bad_login")
    assert status.reason == "you are a guest here now: that token is not known"
    assert logins.get(URL) is None


@pytest.mark.parametrize("code", ["too_fast", "internal", "unknown_message", "banned"])
def test_a_login_that_can_not_be_looked_at_now_is_kept(code: ErrorCode) -> None:
    dialogue, logins = known()
    dialogue.receive(WELCOME)
    _, status = dialogue.receive(Error(code, "later"))
    assert status is not None
    assert status.phase == "connected"
    assert logins.get(URL) == ANN


def test_after_an_outage_one_says_again_who_one_is() -> None:
    dialogue = seated()
    dialogue.receive(Left("k7m2q", "You left."))
    assert dialogue.receive(AccountInfo("ann", token=b"t2")) == ([], None)
    dialogue.join("s", "Ann")
    dialogue.closed(will_return=False)
    dialogue.opened()
    assert dialogue.receive(WELCOME) == ([LogIn("ann", token=b"t2")], None)
    assert dialogue.receive(AccountInfo("ann", token=b"t3"))[0] == [Join("s", "Ann")]


def test_an_outage_while_it_waits_for_who_one_is_changes_nothing() -> None:
    dialogue, _ = known()
    dialogue.join("s", "Ann")
    dialogue.receive(WELCOME)
    dialogue.closed(will_return=False)
    assert not dialogue.entering
    dialogue.opened()
    dialogue.receive(WELCOME)
    assert dialogue.receive(AccountInfo("ann"))[0] == [Join("s", "Ann")]


def test_a_login_by_hand_that_fails_costs_no_place_and_no_login() -> None:
    dialogue, logins = known()
    dialogue.receive(WELCOME)
    dialogue.receive(AccountInfo("ann"))
    assert dialogue.receive(Error("bad_login", "no")) == ([], None)
    assert logins.get(URL) == ANN


# --- invite codes --------------------------------------------------------------------------------

CODE = "k7m2q-x4hq9tbncd2w"


def test_a_code_that_let_in_lets_in_again_after_an_outage() -> None:
    dialogue = greeted()
    assert dialogue.watch(CODE, "Zoe", None) == [Watch(CODE, "Zoe", None)]
    dialogue.receive(watching())
    assert asked_again(dialogue) == [Watch(CODE, "Zoe", None)]


def test_a_seat_taken_by_a_code_is_kept_by_the_session_and_asked_for_by_its_token() -> None:
    tokens = MemoryTokens()
    dialogue = greeted(tokens)
    dialogue.join(CODE, "Ann")
    dialogue.receive(joined())
    assert tokens.get(SavedSeat(URL, "k7m2q", "Ann")) == b"secret-1"
    assert asked_again(dialogue) == [Join("k7m2q", "Ann", b"secret-1")]
    assert dialogue.receive(Error("bad_token", "no")) == ([Join(CODE, "Ann")], None)


def test_with_a_code_too_a_kept_token_takes_the_seat_up_again() -> None:
    tokens = MemoryTokens()
    tokens.store_token(SavedSeat(URL, "k7m2q", "Ann"), b"kept")
    dialogue = greeted(tokens)
    assert dialogue.join(CODE, "Ann") == [Join("k7m2q", "Ann", b"kept")]


@pytest.mark.parametrize("told", [Created("k7m2q", CODE), Invited("k7m2q", CODE)])
def test_a_code_that_was_told_is_what_one_goes_in_with(told: Created | Invited) -> None:
    dialogue = greeted()
    assert dialogue.receive(told) == ([], None)
    assert dialogue.join("k7m2q", "Ann") == [Join(CODE, "Ann")]


def test_a_spectator_who_came_by_a_code_comes_back_from_a_replay_by_it() -> None:
    dialogue = greeted()
    dialogue.watch(CODE, "Zoe", None)
    dialogue.receive(watching())
    dialogue.replay("k7m2q", None, 0, 100)
    dialogue.receive(Left("k7m2q", "You left."))
    dialogue.receive(replaying())
    dialogue.watch("k7m2q", "Zoe", 1)
    answers, _ = dialogue.receive(Left("k7m2q", "You left."))
    assert answers == [Watch(CODE, "Zoe", 1)]
