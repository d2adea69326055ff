"""The people of a session, and how they are moderated, from the page."""

from collections.abc import Callable
from typing import get_args

import pytest
from playwright.sync_api import Page, expect

from support.client.browser import until
from support.client.client_examples import joined, keyframe
from support.client.people_examples import ANN, BOB, CID, ZOE, people
from support.client.scripted_page import ScriptedPage
from undertide_client.screens.people.authority import Authority
from undertide_shared import ranks
from undertide_shared.messages import (
    ORDERS,
    Access,
    Audit,
    AuditEntry,
    Ban,
    ClientMessage,
    Error,
    Govern,
    Hear,
    Invite,
    Invited,
    Join,
    ListAuditEntries,
    ListPeople,
    Lock,
    Mute,
    People,
    PersonInfo,
    Report,
    Reported,
    ServerMessage,
    SetAccess,
    Terms,
    Unban,
)
from undertide_shared.messages.wire import tag_name

RIGHTS = """async (rows) => {
    const { mayGive, mayCommand, maySeeCode } = await load("model/ranks");
    const { RANK_ORDER } = await load("generated/catalogue");
    const [orders, accesses] = rows;
    return RANK_ORDER.map((rank) => [
        orders.map((order) => mayGive(rank, order)),
        RANK_ORDER.map((other) => mayCommand(rank, other)),
        accesses.map((access) => maySeeCode(rank, access)),
    ]);
}"""
AUTHORITY = """async ([people, operator]) => {
    const { Authority } = await load("screens/people/authority");
    const own = new Authority(people, operator);
    return people.people.map((one) => [
        own.commands(one), own.refuses(one), own.appoints(one), own.bansFromServer(one),
    ]);
}"""


def test_ranks_have_the_rights_that_the_server_gives_them(modules: Page) -> None:
    orders, accesses = list(ORDERS), get_args(Access)
    rows = modules.evaluate(RIGHTS, [[tag_name(each) for each in orders], accesses])
    assert rows == [
        [
            [ranks.may_give(rank, order) for order in orders],
            [ranks.may_command(rank, other) for other in ranks.Rank],
            [ranks.may_see_code(rank, access) for access in accesses],
        ]
        for rank in ranks.Rank
    ]


@pytest.mark.parametrize("you", [ANN, BOB, CID, ZOE])
@pytest.mark.parametrize("operator", [False, True])
def test_the_page_offers_what_the_terminal_offers(
    modules: Page, you: PersonInfo, operator: bool
) -> None:
    told = people(you)
    own = Authority(told, operator)
    plain = {
        "people": [
            {name: getattr(one, name) for name in one.__struct_fields__} for one in told.people
        ],
        "you": told.you,
        "role": told.role,
        "terms": {"access": told.terms.access},
    }
    assert modules.evaluate(AUTHORITY, [plain, operator]) == [
        [own.commands(one), own.refuses(one), own.appoints(one), own.bans_from_server(one)]
        for one in told.people
    ]


@pytest.fixture
def here(scripted: ScriptedPage) -> Callable[..., ScriptedPage]:
    """Return a function that opens the list of people of the own session."""

    def opened(told: People) -> ScriptedPage:
        def answer(message: ClientMessage) -> list[ServerMessage]:
            match message:
                case Join():
                    return [joined(), keyframe()]
                case ListPeople() | Govern(order=Lock() | Ban() | Unban() | Mute() | SetAccess()):
                    return [told]
                case Govern(order=Invite()):
                    return [Invited("k7m2q", "k7m2q-s3cr3")]
                case ListAuditEntries():
                    return [Audit([AuditEntry(0, "Bob", "muted Max", "k7m2q")])]
                case Report():
                    return [Reported("Max")]
                case _:
                    return []

        scripted.answers = answer
        scripted.page.add_init_script("localStorage.setItem('undertide.name', 'Ann')")
        scripted.visit()
        scripted.page.locator("#play-now").click()
        until(scripted.page, lambda: bool(scripted.of(Join)))
        expect(scripted.page.locator("#stage")).to_be_visible()
        scripted.page.keyboard.press("P")
        expect(scripted.page.get_by_role("dialog")).to_contain_text("Who is here")
        return scripted

    return opened


def dialog(page: Page, title: str) -> None:
    """Expect a box with a title on top."""
    expect(page.locator(".screen:not([inert]) h2")).to_have_text(title)


def test_a_person_is_banned_by_keys(here: Callable[..., ScriptedPage]) -> None:
    scripted = here(people())
    page = scripted.page
    expect(page.locator(".people .line")).to_have_count(4)
    expect(page.locator(".people .line").first).to_contain_text("Ann (you)")
    for key in ("ArrowDown", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    dialog(page, "Cid")
    page.locator(".screen:not([inert]) .line", has_text="ban").first.click()
    dialog(page, "Ban: Cid")
    page.get_by_label("For how long").select_option("1 h")
    page.get_by_label("Why").fill("  spam ")
    page.keyboard.press("Enter")
    until(page, lambda: Govern(Ban(3, 60, "spam")) in scripted.heard)
    dialog(page, "Who is here")


def test_settings_of_the_session_are_changed_by_letter(here: Callable[..., ScriptedPage]) -> None:
    scripted = here(people())
    page = scripted.page
    page.keyboard.press("s")
    dialog(page, "Game settings")
    page.keyboard.press("a")
    page.keyboard.press("a")
    until(page, lambda: Govern(Lock(locked=True)) in scripted.heard)
    page.locator(".screen:not([inert]) .line", has_text="access: public").click()
    dialog(page, "Who may join?")
    page.locator(".screen:not([inert]) .line", has_text="by invitation").dblclick()
    until(page, lambda: Govern(SetAccess("invited")) in scripted.heard)


def test_an_invite_is_a_link_and_a_code(here: Callable[..., ScriptedPage]) -> None:
    scripted = here(people(terms=Terms(access="invited")))
    page = scripted.page
    page.keyboard.press("i")
    dialog(page, "An invite")
    link = "http://undertide.test/#/play/k7m2q-s3cr3"
    expect(page.locator(".to-copy.ink-gold")).to_have_text(link)
    expect(page.locator(".qr svg")).to_be_visible()
    expect(page.locator(".invite")).to_contain_text("lobby: k7m2q-s3cr3")
    page.keyboard.press("c")
    expect(page.locator(".invite .notice")).to_be_visible()
    page.keyboard.press("Escape")
    dialog(page, "Who is here")


def test_bans_and_the_log_are_read_by_those_who_may(here: Callable[..., ScriptedPage]) -> None:
    scripted = here(people())
    page = scripted.page
    page.keyboard.press("d")
    expect(page.locator(".screen:not([inert])")).to_contain_text("Bob: muted Max (k7m2q)")
    page.keyboard.press("Escape")
    page.keyboard.press("b")
    dialog(page, "Bans")
    expect(page.locator(".bans .line")).to_have_count(2)
    page.keyboard.press("Enter")
    dialog(page, "End the ban?")
    page.keyboard.press("y")
    until(page, lambda: Govern(Unban(7)) in scripted.heard)


def test_players_report_and_choose_whom_they_hear(here: Callable[..., ScriptedPage]) -> None:
    scripted = here(people(CID))
    page = scripted.page
    expect(page.get_by_role("button", name="bans")).to_have_count(0)
    page.keyboard.press("t")
    until(page, lambda: scripted.of(Hear) == [Hear("players")])
    page.keyboard.press("!")
    dialog(page, "Report: Ann")
    page.get_by_label("Why").fill("shouts")
    page.get_by_role("button", name="report", exact=True).click()
    until(page, lambda: scripted.of(Report) == [Report(1, "shouts")])


def test_a_list_that_is_refused_gives_its_reason(scripted: ScriptedPage) -> None:
    def answer(message: ClientMessage) -> list[ServerMessage]:
        match message:
            case Join():
                return [joined(), keyframe()]
            case ListPeople():
                return [Error("not_allowed", "only players may")]
            case _:
                return []

    scripted.answers = answer
    scripted.page.add_init_script("localStorage.setItem('undertide.name', 'Ann')")
    scripted.visit()
    scripted.page.locator("#play-now").click()
    expect(scripted.page.locator("#stage")).to_be_visible()
    scripted.page.keyboard.press("P")
    expect(scripted.page.locator("#log")).to_contain_text("only players may")
    expect(scripted.page.locator(".screen")).to_have_count(0)
