import pytest

from support.client.people_examples import ANN, BOB, CID, EVERYONE, among_people, of_server
from support.client.screen_text import LARGE, SMALL, playing, shown, ui_of
from undertide_client.screens.map_screen import MapScreen
from undertide_client.screens.people.audit_screen import AuditScreen
from undertide_client.screens.people.invite_screen import InviteScreen
from undertide_client.screens.people.people_screen import BansScreen, PeopleScreen, open_people
from undertide_client.screens.people.person_screen import PersonScreen
from undertide_client.screens.people.terms_screen import TermsScreen
from undertide_client.screens.widgets.actions import Listen, Pop, SendRequest
from undertide_client.screens.widgets.screen import Actions, Push, Screen
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.messages import (
    Access,
    AccountInfo,
    Govern,
    Invite,
    ListAuditEntries,
    ListPeople,
    PersonInfo,
    Report,
    Terms,
    Unban,
)


def test_bans_tell_whom_how_long_and_why() -> None:
    screen = BansScreen(among_people(), "")
    text = shown(screen)
    for words in ("Max may not join, 1 h left, by Ann", "Eve may not watch, for good, by Bob"):
        assert words in text
    assert "Why: spam" in text
    screen.press("down")
    assert "No reason was given." in shown(screen)


def test_a_ban_is_ended_after_a_question() -> None:
    screen = BansScreen(among_people(), "b3rn9")
    (push,) = screen.press("enter")
    assert isinstance(push, Push)
    assert "Max may come back at once." in shown(push.screen)
    assert push.screen.press("y") == (Pop(), SendRequest(Govern(Unban(7), "b3rn9")))


def test_where_nobody_is_banned_that_is_said() -> None:
    assert "Nobody is banned." in shown(BansScreen(among_people(CID), ""))
    assert "Nobody is banned." in shown(BansScreen(playing(), ""))


def pushed(actions: Actions) -> Screen:
    assert isinstance(actions[-1], Push)
    return actions[-1].screen


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_everyone_is_listed_with_role_and_account(size: tuple[int, int]) -> None:
    text = shown(PeopleScreen(among_people(BOB)), size=size)
    for words in (
        *(
            "Who is here",
            "Ann party leader ann",
            "Bob (you) moderator bob",
            "Cid player",
            "Zoe watches",
        ),
        *("Public.", "You hear everyone's chat."),
    ):
        assert words in text


def test_who_is_away_or_muted_is_marked_and_long_names_are_cut() -> None:
    cid = PersonInfo(3, "C" * 16, "player", 2, "c" * 40, connected=False, muted=True)
    text = shown(PeopleScreen(among_people(CID, people=[cid])))
    assert f"{'C' * 16} (you) player {'c' * 16}… away, muted" in text


def test_what_is_not_told_yet_is_asked_for() -> None:
    ask, push = open_people(playing())
    assert ask == SendRequest(ListPeople(""))
    assert isinstance(push, Push)
    assert "Asking…" in shown(push.screen)
    assert "Nobody." in shown(PeopleScreen(among_people(people=[])))


def test_a_key_of_the_map_opens_it() -> None:
    assert isinstance(pushed(MapScreen(playing()).press("P")), PeopleScreen)


@pytest.mark.parametrize(
    ("key", "page"), [("s", TermsScreen), ("b", BansScreen), ("enter", PersonScreen)]
)
def test_keys_open_pages(key: str, page: type[Screen]) -> None:
    assert type(pushed(PeopleScreen(among_people()).press(key))) is page


def test_the_audit_log_and_the_list_itself_are_asked_for() -> None:
    screen = PeopleScreen(among_people())
    ask, push = screen.press("d")
    assert ask == SendRequest(ListAuditEntries(""))
    assert isinstance(push, Push)
    assert isinstance(push.screen, AuditScreen)
    assert screen.press("r") == (SendRequest(ListPeople("")),)


@pytest.mark.parametrize(
    ("you", "hints"),
    [
        (ANN, "Enter orders s terms i invite b bans d log t hear Esc back"),
        (CID, "Enter orders s terms i invite ! report t hear Esc back"),
    ],
)
def test_hints_tell_what_one_may_do(you: PersonInfo, hints: str) -> None:
    assert hints in shown(PeopleScreen(among_people(you)))


def test_a_code_is_asked_for_where_one_is_needed() -> None:
    screen = PeopleScreen(among_people(CID, terms=Terms("invited")))
    assert "i invite" in shown(screen)
    assert screen.press("i") == (SendRequest(Govern(Invite())),)


@pytest.mark.parametrize("access", ["public", "unlisted"])
def test_elsewhere_the_id_of_the_session_is_the_invite(access: Access) -> None:
    ui = among_people(CID, terms=Terms(access))
    (push,) = PeopleScreen(ui).press("i")
    assert isinstance(push, Push)
    assert isinstance(push.screen, InviteScreen)
    assert push.screen.links[0] == f"http://host:4414/play/{ui.mirror.session}"
    (push,) = PeopleScreen(ui, "b3rn9-secret").press("i")
    assert isinstance(push, Push)
    assert isinstance(push.screen, InviteScreen)
    assert push.screen.links[0] == "http://host:4414/play/b3rn9"


def test_whom_one_hears_goes_round() -> None:
    ui = among_people()
    screen = PeopleScreen(ui)
    assert screen.press("t") == (Listen("players"),)
    ui.hearing = "players"
    assert "You hear only the players' chat." in shown(screen)
    assert screen.press("t") == (Listen("nobody"),)
    ui.hearing = "nobody"
    assert screen.press("t") == (Listen("all"),)


def test_lines_can_be_moved_along_and_left() -> None:
    screen = PeopleScreen(among_people())
    screen.press("end")
    screen.press("k")
    assert pushed(screen.press("enter")).heading() == "Cid"  # type: ignore[attr-defined]
    assert screen.press("q") == (Pop(),)


def lobby_with(session: str) -> PeopleScreen:
    ui: Ui = ui_of()
    ui.people = among_people(ANN).people
    return PeopleScreen(ui, session)


def test_from_the_lobby_a_session_is_named_in_what_is_asked() -> None:
    screen = lobby_with("k7m2q")
    text = shown(screen)
    assert "Who is in k7m2q" in text
    assert "You hear" not in text
    assert screen.press("t") == ()
    assert screen.press("d")[0] == SendRequest(ListAuditEntries("k7m2q"))


def test_an_operator_sees_everyone_on_the_server() -> None:
    ui = ui_of()
    ui.account = AccountInfo("root", operator=True)
    max_ = PersonInfo(3, "Max", "player", 0, "max", address="192.0.2.7", session="b3rn9")
    ui.people = of_server(max_, *EVERYONE, PersonInfo(9, "somebody", "spectator"))
    screen = PeopleScreen(ui)
    text = shown(screen)
    assert "Everyone on this server" in text
    assert "in b3rn9, 192.0.2.7" in text
    assert "somebody in the lobby" in text
    assert "s terms" not in text
    assert "b bans d log" in text
    assert screen.press("s") == screen.press("i") == screen.press("t") == ()
    person = pushed(screen.press("enter"))
    assert isinstance(person, PersonScreen)
    put_out = pushed(person.press("d"))
    assert put_out.press("enter")[-1].request.session == "b3rn9"  # type: ignore[union-attr]


def test_the_chosen_person_is_reported_but_not_oneself() -> None:
    screen = PeopleScreen(among_people(CID))
    form = pushed((screen.press("down"), screen.press("!"))[1])
    assert "Report: Bob" in shown(form)
    for key in "rude":
        form.press(key)
    assert form.press("enter") == (Pop(), SendRequest(Report(BOB.id, "rude")))
    screen.press("down")
    assert screen.press("!") == ()
