import pytest

from support.client.people_examples import ANN, BOB, CID, ZOE, among_people, pushed
from support.client.screen_text import shown
from undertide_client.screens.people.moderation_forms import (
    BanScreen,
    KickScreen,
    MuteScreen,
    ReportScreen,
    ServerBanScreen,
)
from undertide_client.screens.people.person_screen import PersonScreen
from undertide_client.screens.widgets.actions import Pop, SendRequest
from undertide_client.screens.widgets.confirm_screen import ConfirmScreen
from undertide_client.screens.widgets.screen import Actions, Screen
from undertide_shared.messages import Appoint, Govern, Order, PersonInfo, Refuse, Unmute

REPORT = "report to the operators"
PLAYER = ["mute", "make moderator", "make party leader in your place", "kick", "ban"]


def of(
    person: PersonInfo, you: PersonInfo = ANN, *, session: str = "", operator: bool = False
) -> PersonScreen:
    return PersonScreen(among_people(you, operator=operator), session, person)


def names(screen: PersonScreen) -> list[str]:
    return [row[0][0] for row in screen.lines()]


def chosen(screen: PersonScreen, name: str) -> Actions:
    return screen.choose(names(screen).index(name))


def given(order: Order, session: str = "") -> Actions:
    """Return what gives an order and goes back to the list of people."""
    return (Pop(), SendRequest(Govern(order, session)))


@pytest.mark.parametrize(
    ("you", "person", "deals"),
    [
        (ANN, CID, [*PLAYER, REPORT]),
        (ANN, BOB, [PLAYER[0], "make a player again", *PLAYER[2:], REPORT]),
        (ANN, ZOE, ["mute", "refuse as a spectator", "kick", "ban", REPORT]),
        (BOB, CID, ["mute", "kick", "ban", REPORT]),
        (CID, ZOE, ["refuse as a spectator", REPORT]),
        (CID, ANN, [REPORT]),
        (ANN, ANN, []),
    ],
)
def test_what_one_may_do_follows_from_both_roles(
    you: PersonInfo, person: PersonInfo, deals: list[str]
) -> None:
    assert names(of(person, you)) == deals


def test_where_there_is_nothing_to_do_that_is_said() -> None:
    assert "You may do nothing about Cid" in shown(of(CID, CID))


@pytest.mark.parametrize(
    ("deal", "form"), [("mute", MuteScreen), ("kick", KickScreen), ("ban", BanScreen)]
)
def test_what_takes_more_words_opens_a_form(deal: str, form: type[Screen]) -> None:
    assert type(pushed(chosen(of(CID), deal))) is form


def test_who_was_muted_is_let_be_heard() -> None:
    ui = among_people(people=[PersonInfo(3, "Cid", "player", 2, muted=True)])
    screen = PersonScreen(ui, "", CID)
    assert names(screen)[0] == "unmute"
    assert screen.press("a") == (), "a letter shows what the line does"
    assert screen.press("a") == given(Unmute(3))


def test_roles_are_given_and_taken() -> None:
    question = pushed(chosen(of(CID), "make moderator"))
    assert isinstance(question, ConfirmScreen)
    assert "kick, ban and mute" in shown(question)
    assert question.press("y") == (Pop(), *given(Appoint(3, "moderator")))
    assert chosen(of(BOB), "make a player again") == given(Appoint(2, "player"))


@pytest.mark.parametrize(
    ("person", "deal", "order"),
    [
        (CID, "make party leader in your place", Appoint(3, "host")),
        (ZOE, "refuse as a spectator", Refuse(4)),
    ],
)
def test_what_can_not_be_undone_is_asked_about(person: PersonInfo, deal: str, order: Order) -> None:
    question = pushed(chosen(of(person, session="b3rn9"), deal))
    assert isinstance(question, ConfirmScreen)
    assert question.press("enter") == (Pop(),), "an Enter that was held"
    assert question.press("y") == (Pop(), *given(order, "b3rn9"))


def test_operators_may_ban_from_the_whole_server() -> None:
    screen = of(BOB, operator=True)
    assert isinstance(pushed(chosen(screen, "ban from the whole server")), ServerBanScreen)


def test_somebody_who_left_is_still_named() -> None:
    gone = PersonInfo(9, "Pip", "player", 5)
    assert "Pip" in shown(of(gone))


def test_without_an_answer_of_the_server_nothing_is_offered() -> None:
    ui = among_people()
    ui.people = None
    assert names(PersonScreen(ui, "", CID)) == []


def test_only_people_of_the_own_session_can_be_reported() -> None:
    assert isinstance(pushed(chosen(of(ANN, CID), REPORT)), ReportScreen)
    assert REPORT not in names(of(CID, session="b3rn9", operator=True))
