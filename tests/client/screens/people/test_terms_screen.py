import pytest

from support.client.people_examples import ANN, BOB, CID, among_people, pushed
from support.client.screen_text import shown
from undertide_client.screens.people.terms_screen import AccessScreen, TermsScreen
from undertide_client.screens.widgets.actions import Home, Pop, SendRequest
from undertide_client.screens.widgets.confirm_screen import ConfirmScreen
from undertide_client.screens.widgets.screen import Actions
from undertide_shared.messages import (
    Dissolve,
    Govern,
    Invite,
    Lock,
    PersonInfo,
    SetAccess,
    SetChat,
    Terms,
)

DOORS = ["locked: no", "spectators may chat: yes"]
CODES = ["show the invite code", "make a new invite code"]


def of(you: PersonInfo, terms: Terms | None = None) -> TermsScreen:
    return TermsScreen(among_people(you, terms=terms or Terms()), "")


def names(screen: TermsScreen) -> list[str]:
    return [row[0][0] for row in screen.lines()]


def chosen(screen: TermsScreen, name: str) -> Actions:
    return screen.choose(names(screen).index(name))


@pytest.mark.parametrize(
    ("you", "terms", "deals"),
    [
        (ANN, Terms(), [*DOORS, "access: public", *CODES, "end the game"]),
        (BOB, Terms(), [*DOORS, *CODES]),
        (CID, Terms("invited"), CODES[:1]),
        (CID, Terms(), []),
    ],
)
def test_what_one_may_change_follows_from_the_role(
    you: PersonInfo, terms: Terms, deals: list[str]
) -> None:
    assert names(of(you, terms)) == deals


def test_who_may_change_nothing_reads_how_it_is() -> None:
    assert "Public, locked: nobody new may join." in shown(of(CID, Terms(locked=True)))


@pytest.mark.parametrize(
    ("terms", "deal", "order"),
    [
        (Terms(), "locked: no", Lock(True)),
        (Terms(locked=True), "locked: yes", Lock(False)),
        (Terms(), "spectators may chat: yes", SetChat(False)),
        (Terms(watchers_talk=False), "spectators may chat: no", SetChat(True)),
        (Terms(), "show the invite code", Invite()),
    ],
)
def test_what_can_be_undone_is_done_at_once(
    terms: Terms, deal: str, order: Lock | SetChat | Invite
) -> None:
    assert chosen(of(ANN, terms), deal) == (SendRequest(Govern(order)),)


def test_access_is_chosen_from_all_kinds_beginning_with_its_own() -> None:
    screen = pushed(chosen(of(ANN, Terms("unlisted")), "access: unlisted"))
    assert isinstance(screen, AccessScreen)
    assert "doesn't list it" in shown(screen)
    screen.press("down")
    assert "Anyone who has the invite code" in shown(screen)
    assert screen.press("enter") == (Pop(), SendRequest(Govern(SetAccess("invited"))))


def test_a_new_code_is_asked_about_because_it_ends_the_old() -> None:
    question = pushed(chosen(of(BOB), "make a new invite code"))
    assert isinstance(question, ConfirmScreen)
    assert "stops working" in shown(question)
    assert question.press("n") == (Pop(),)
    assert question.press("y") == (Pop(), SendRequest(Govern(Invite(renew=True))))


def test_the_end_of_a_session_takes_a_reason_and_a_question() -> None:
    form = pushed(chosen(of(ANN), "end the game"))
    for key in "bedtime":
        form.press(key)
    question = pushed(form.press("enter"))
    assert "The run ends for everyone" in shown(question)
    assert question.press("y") == (Pop(), Home(), SendRequest(Govern(Dissolve("bedtime"))))


def test_without_an_answer_of_the_server_nothing_is_offered() -> None:
    ui = among_people()
    ui.people = None
    assert "Asking…" in shown(TermsScreen(ui, ""))
