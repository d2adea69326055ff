from hypothesis import given
from hypothesis import strategies as st

from support.client.people_examples import among_people
from support.client.screen_text import playing, shown
from undertide_client.model import safe_people
from undertide_client.screens.people.audit_screen import AuditScreen
from undertide_client.screens.people.bans_screen import BansScreen
from undertide_client.screens.people.invite_screen import InviteScreen
from undertide_client.screens.people.people_screen import PeopleScreen
from undertide_client.screens.people.person_screen import PersonScreen
from undertide_shared.limits import (
    MAX_AUDIT_ENTRIES,
    MAX_DELAY,
    MAX_LISTED_BANS,
    MAX_LISTED_PEOPLE,
    MAX_LISTED_REPORTS,
    MAX_REPORT_LINES,
    MAX_SEATS,
)
from undertide_shared.messages import (
    AccountInfo,
    AuditEntry,
    BanInfo,
    Customs,
    Invited,
    People,
    PersonInfo,
    ReportInfo,
    ReportLine,
    Terms,
)


@given(st.text(max_size=60), st.integers(-5, 2**40))
def test_whatever_is_said_of_people_is_harmless_when_drawn(text: str, number: int) -> None:
    person = PersonInfo(number, text, "player", 0, text, address=text, session=text)
    ban = BanInfo(number, text, text, number, text)
    ui = among_people()
    ui.people = safe_people.people(
        People(text, [person], number, "host", Terms(delay=number), [ban])
    )
    ui.audit_entries = safe_people.audit_entries([AuditEntry(number, text, text, text)])
    invite = safe_people.invited(Invited(text, text))
    (shown_person,) = ui.people.people
    screens = (
        PeopleScreen(ui),
        PersonScreen(ui, "", shown_person),
        BansScreen(ui, ""),
        AuditScreen(ui),
        InviteScreen(ui, invite),
    )
    for screen in screens:
        assert shown(screen).replace("\n", "").isprintable()


def test_lists_are_bounded() -> None:
    people = safe_people.people(
        People(
            "s",
            [PersonInfo(1, "A", "player")] * 999,
            1,
            "host",
            Terms(),
            [BanInfo(1, "B", "A", 0)] * 999,
        )
    )
    assert len(people.people) == MAX_LISTED_PEOPLE
    assert len(people.bans) == MAX_LISTED_BANS
    assert len(safe_people.audit_entries([AuditEntry(0, "A", "x")] * 999)) == MAX_AUDIT_ENTRIES
    lines = [ReportLine("A", "x")] * 999
    report = ReportInfo(1, 0, "s", "A", "", "B", "", "", "", lines)
    reports = safe_people.reports([report] * 999)
    assert len(reports) == MAX_LISTED_REPORTS
    assert len(reports[0].lines) == MAX_REPORT_LINES


def test_what_goes_back_to_the_server_stays_as_it_came() -> None:
    raw = People(
        "odd\x1bid", [PersonInfo(1, "A", "player", session="odd\x1bid")], 1, "host", Terms()
    )
    people = safe_people.people(raw)
    assert people.session == people.people[0].session == "odd\x1bid"
    assert safe_people.customs(Customs("odd\x1b", "auto", 8, 0, accounts=True)).preset == "odd\x1b"


def test_figures_are_such_as_there_can_be() -> None:
    customs = safe_people.customs(Customs("x", "auto", 10**9, -3, accounts=True))
    assert (customs.seats, customs.delay) == (MAX_SEATS, 0)
    assert safe_people.customs(Customs("x", "auto", 0, 10**9, accounts=True)).seats == 1
    assert safe_people.seconds(10**9) == MAX_DELAY


def test_no_screen_is_told_the_token_of_an_account() -> None:
    assert safe_people.account(AccountInfo("a\x1bnn", True, b"secret")) == AccountInfo(
        "ann", True, b""
    )
    assert playing().account.token == b""
