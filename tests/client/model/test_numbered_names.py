import pytest

from undertide_client.model.numbered_names import MOST_NUMBERED, NumberedNames
from undertide_shared.messages import (
    AccountInfo,
    Chat,
    Delta,
    Joined,
    Line,
    People,
    PersonInfo,
    Roster,
    SeatInfo,
    Terms,
)

HEBREW, ARABIC = "אבגד", "سلام"


@pytest.fixture
def names() -> NumberedNames:
    """Names on a display that shows nothing but ASCII."""
    return NumberedNames(str.isascii)


def roster(*seated: str, watchers: list[str] | None = None) -> Roster:
    seats = [SeatInfo(index, name, index, connected=True) for index, name in enumerate(seated)]
    return Roster(seats, watchers or [])


def seated(names: NumberedNames, message: Roster) -> list[str]:
    told = names.tell_apart(message)
    assert isinstance(told, Roster)
    return [seat.name for seat in told.seats]


def test_names_that_would_look_the_same_have_numbers_that_stay(names: NumberedNames) -> None:
    assert seated(names, roster("Ann", HEBREW)) == ["Ann", f"{HEBREW}:1"]
    assert seated(names, roster(ARABIC, HEBREW)) == [f"{ARABIC}:2", f"{HEBREW}:1"]


def test_names_that_are_shown_cost_nothing(names: NumberedNames) -> None:
    message = roster("Ann", "Bea")
    assert names.tell_apart(message) is message


def test_a_number_is_seen_after_a_long_name(names: NumberedNames) -> None:
    assert seated(names, roster("א" * 16)) == ["א" * 8 + ":1"]


def test_spectators_and_moderators_lists_and_chat_are_told_apart(names: NumberedNames) -> None:
    watched = names.tell_apart(roster(watchers=[HEBREW]))
    assert isinstance(watched, Roster)
    assert watched.watchers == [f"{HEBREW}:1"]
    assert names.tell_apart(Chat(ARABIC, 0, f"hail {HEBREW}!")) == Chat(
        f"{ARABIC}:2", 0, f"hail {HEBREW}:1!"
    )
    listed = People("s", [PersonInfo(1, ARABIC, "player")], 0, "player", Terms())
    told = names.tell_apart(listed)
    assert isinstance(told, People)
    assert told.people[0].name == f"{ARABIC}:2"


def test_the_sentences_of_a_frame_have_the_numbers(names: NumberedNames) -> None:
    frame = Delta(2, lines=[Line("info", f"{HEBREW} hits the rat. {HEBREW}ה is another.")])
    assert names.tell_apart(frame) is frame, "nobody of that name is known yet"
    names.tell_apart(roster(HEBREW))
    told = names.tell_apart(frame)
    assert isinstance(told, Delta)
    assert told.lines[0].text == f"{HEBREW}:1 hits the rat. {HEBREW}ה is another."


def test_one_name_in_another_is_not_mistaken_for_it(names: NumberedNames) -> None:
    shown = seated(names, roster("אב", "אב גד"))
    assert shown == ["אב:1", "אב גד:2"]


def test_the_players_own_name_is_told_apart(names: NumberedNames) -> None:
    told = names.tell_apart(Joined("s", "default", 0, HEBREW, b"token", []))
    assert isinstance(told, Joined)
    assert told.name == f"{HEBREW}:1"
    assert seated(names, roster(ARABIC, HEBREW)) == [f"{ARABIC}:2", f"{HEBREW}:1"]


def test_what_the_client_keeps_has_the_very_name(names: NumberedNames) -> None:
    names.tell_apart(roster(HEBREW))
    account = AccountInfo(HEBREW)
    assert names.tell_apart(account) is account


def test_the_servers_own_name_gets_no_number(names: NumberedNames) -> None:
    said = Chat("Überwelt", -1, "hello", server=True)
    assert names.tell_apart(said) is said


def test_no_more_names_are_numbered_than_a_client_may_keep(names: NumberedNames) -> None:
    many = [chr(0x5D0 + index % 20) + str(index) for index in range(MOST_NUMBERED + 1)]
    *_, last, too_many = seated(names, roster(*many))
    assert last.endswith(f":{MOST_NUMBERED}")
    assert too_many == many[-1]
