"""The operators' page, opened without a server: a login, views of all there is, and orders."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from support.client.browser import DESKTOP, PHONE, until, visiting
from support.client.client_examples import session_info
from support.client.people_examples import BANS, EVERYONE, people
from support.client.replay_examples import run_info
from support.client.scripted_page import ADDRESS, ScriptedPage
from undertide_shared.messages import (
    AccountInfo,
    Announce,
    Appoint,
    Audit,
    AuditEntry,
    Ban,
    Chat,
    ChatLog,
    ClientMessage,
    Dissolve,
    Drain,
    Error,
    Govern,
    Invite,
    Invited,
    Kick,
    ListAuditEntries,
    ListChat,
    ListNodes,
    ListPeople,
    ListReports,
    ListRuns,
    ListSessions,
    Lock,
    LogIn,
    Looked,
    LookInto,
    Mute,
    NodeInfo,
    Nodes,
    Refuse,
    ReportInfo,
    ReportLine,
    Reports,
    Runs,
    ServerBan,
    ServerMessage,
    Sessions,
    SetAccess,
    SetChat,
    ShowStatus,
    StatusReport,
    Unban,
    Unmute,
)

HOSTILE = "<img src=x onerror=\"document.title='owned'\">"
KEY = b"\x5e" * 32
STATUS = {
    "name": HOSTILE, "obstacles": [], "trouble": "", "notes": ["b: no answer"], "sessions": [],
    "samples": {name: [1.0, 2.0] for name in (
        "at", "players", "watchers", "late_ms", "beat_ms", "cpu", "memory", "commit_ms", "waiting",
    )},
}  # fmt: skip
HERO = {
    "entity": 4, "seat": 0, "name": HOSTILE, "calling": "warden", "level": 2, "presence": "present",
    "floor": 1, "x": 1, "y": 1, "life": 7, "max_life": 20, "energy": 0, "fate": "", "cause": "",
    "inbox": {"waiting": [[9, ["explore"]]], "outcome": "done", "reason": ""},
}  # fmt: skip
FLOOR = {
    "entity": 2, "number": 1, "branch": 0, "name": "the Cellars", "type": "start", "clock": 59,
    "tide": {"clock": 57}, "heroes": 1, "monsters": 1, "items": 0,
}  # fmt: skip
HIT = {
    "step": 60, "kind": "Hit", "source": {"entity": 5, "name": HOSTILE},
    "target": {"entity": 4, "name": "Ann"}, "parts": [[3, "physical"]],
}  # fmt: skip


def look(wanted: LookInto) -> dict[str, Any]:
    """Return what a server tells of a look, in two pages."""
    step = 60 if wanted.step is None else wanted.step
    told: dict[str, Any] = {
        "run": "r1" * 16, "session": "k7m2q", "preset": "default", "state": "live", "rules": 8,
        "first": 1, "last": 60, "step": step, "since": wanted.since, "elapsed": 6100,
        "progress": {"ticks": 59}, "pipeline": {"step": ["count_step"], "tick": ["heroes_act"]},
        "components": {"Actor": 2, "Hero": 1}, "floors": [FLOOR], "heroes": [HERO], "more": 0,
        "landmarks": [{"step": 41, "tick": 40, "kind": "death", "text": f"{HOSTILE} died"}],
        "inputs": [{"step": 60, "kind": "Ticked", "branch": 0}], "events": [HIT],
    }  # fmt: skip
    if wanted.floor is not None:
        told["maps"] = [{"floor": 2, "number": 1, "rows": ["  ###", "  #@<"]}]
    if wanted.since is not None:
        fields = {"Body.life": [7, 0], "Actor.name": ["", HOSTILE]}
        told["changes"] = [
            {"entity": 4, "name": HOSTILE, "floor": 1, "kind": "changed", "fields": fields}
        ]
    elif wanted.floor is not None or wanted.entity is not None or wanted.component:
        number = 4 if wanted.after == 0 else 5
        place = {"name": HOSTILE, "floor": 1, "x": 1, "y": 1}
        components = {"Actor": {"name": HOSTILE}, "Risen": {}, "Body": {"life": 7}}
        told["entities"] = [{"entity": number, **place, "components": components}]
        told["more"] = 4 if wanted.after == 0 else 0
    return told


def answer(message: ClientMessage) -> list[ServerMessage]:  # noqa: C901, PLR0911, PLR0912  (one case each)
    """Answer as a server whose every text is hostile."""
    match message:
        case LogIn(token=token):
            return [AccountInfo("", operator=token == KEY)]
        case ShowStatus():
            return [StatusReport(json.dumps(STATUS))]
        case ListSessions():
            return [Sessions([session_info(host=HOSTILE)])]
        case ListRuns():
            return [Runs([run_info()])]
        case ListPeople() | Govern(order=Kick() | Ban() | Mute() | Unmute() | Refuse()):
            guest = msgspec.structs.replace(EVERYONE[3], name=HOSTILE, address="192.0.2.7")
            return [people(people=[*EVERYONE[:3], guest], bans=BANS, done=f"did it to {HOSTILE}")]
        case Govern(order=Invite()):
            return [Invited("k7m2q", "secret-code")]
        case Govern():
            return [people(done="did it")]
        case ListChat():
            return [ChatLog("k7m2q", [ReportLine("Ann", HOSTILE)])]
        case ListAuditEntries():
            return [Audit([AuditEntry(1, HOSTILE, f"kicked {HOSTILE}", "k7m2q")])]
        case ListReports():
            line = ReportLine("Ann", HOSTILE)
            told = ReportInfo(3, 1, "k7m2q", "Ann", "", HOSTILE, "", "192.0.2.7", HOSTILE, [line])
            return [Reports([told], more=True)]
        case ListNodes() | Drain():
            return [Nodes([NodeInfo("w1", "serving", 1, 2, 3, 4, 5, "0.1")])]
        case LookInto():
            return [Looked(json.dumps(look(message)))]
        case _:
            return []


@pytest.fixture
def key(tmp_path: Path) -> Path:
    file = tmp_path / "operator.key"
    file.write_text(KEY.hex())
    return file


def visit(page: Page, place: str = "") -> ScriptedPage:
    scripted = ScriptedPage(page, answer)
    page.goto(f"{ADDRESS}operators{place}")
    return scripted


def enter(page: Page, key: Path, place: str = "") -> ScriptedPage:
    """Log in, and wait for the first view."""
    scripted = visit(page, place)
    page.set_input_files("#key", key)
    page.get_by_role("button", name="Log in").click()
    expect(page.locator("#view")).to_be_visible()
    return scripted


def go(page: Page, place: str, title: str) -> None:
    page.evaluate("place => { location.hash = place }", place)
    expect(page.locator("#title")).to_contain_text(title)
    expect(page.locator("#notice")).to_be_hidden()


VIEWS = {
    "#/": "The server",
    "#/people": "People",
    "#/session/k7m2q": "Session k7m2q",
    "#/look/k7m2q": "Run r1r1r1",
    "#/look/k7m2q?floor=1": "Run r1r1r1",
    "#/look/k7m2q?step=50&since=40": "Run r1r1r1",
    "#/runs": "Kept runs",
    "#/reports": "Reports",
    "#/audit": "Audit log",
    "#/orders": "Orders",
}


@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_checker_finds_nothing_in_any_view_and_nothing_said_is_html(
    browser: Browser, screen: dict[str, Any], key: Path
) -> None:
    with visiting(browser, **screen) as page:
        visit(page)
        assert faults(page) == []
        enter(page, key)
        for place, title in VIEWS.items():
            go(page, place, title)
            assert faults(page) == [], place
            assert page.locator("img").count() == 0, place
            width = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert width <= 0, place
        assert "owned" not in page.title()


def faults(page: Page) -> list[Any]:
    """Return what the checker finds, each with the elements that are at fault."""
    found = Axe().run(page).response["violations"]
    return [(each["id"], [node["html"] for node in each["nodes"]]) for each in found]


def test_who_is_no_operator_sees_nothing(page: Page, tmp_path: Path) -> None:
    scripted = visit(page, "#/audit")
    page.get_by_label("account").fill("Ann")
    page.get_by_label("password").fill("correct horse")
    page.get_by_role("button", name="Log in").click()
    expect(page.locator("#notice")).to_contain_text("no operator of the server")
    assert scripted.of(LogIn) == [LogIn("Ann", "correct horse")]
    assert scripted.of(ListAuditEntries) == []
    expect(page.locator("#view")).to_be_hidden()
    wrong = tmp_path / "other"
    wrong.write_text("no key at all")
    page.set_input_files("#key", wrong)
    page.get_by_role("button", name="Log in").click()
    expect(page.locator("#notice")).to_contain_text("holds no operator key")


def test_what_was_seen_is_gone_with_the_connection_and_no_secret_stays(
    page: Page, key: Path
) -> None:
    scripted = enter(page, key, "#/people")
    expect(page.locator("table")).to_have_count(2)
    scripted.sockets[-1].close(code=1001, reason="the server restarts")
    expect(page.locator("#login")).to_be_visible()
    expect(page.locator("#notice")).to_contain_text("The server restarts")
    assert page.locator("#content").inner_text() == ""
    kept = page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")
    assert KEY.hex() not in kept
    assert page.locator("#key").input_value() == ""


def test_the_page_names_the_server_and_who_is_logged_in(page: Page, key: Path) -> None:
    enter(page, key)
    expect(page.locator("#server")).to_have_text("The Sump")
    expect(page.locator("#who")).to_have_text("by the operator key")


def test_a_login_that_ends_ends_the_page(page: Page, key: Path) -> None:
    scripted = enter(page, key)
    scripted.say(AccountInfo("", operator=False))
    expect(page.locator("#login")).to_be_visible()


def test_what_the_server_announces_is_shown(page: Page, key: Path) -> None:
    scripted = enter(page, key, "#/audit")
    scripted.say(Chat("The Sump", 0, HOSTILE, server=True))
    expect(page.locator("#said")).to_contain_text("<img src=x")


def given(scripted: ScriptedPage, page: Page, count: int) -> list[Any]:
    """Return the orders that were given, once there are so many."""
    until(page, lambda: len(scripted.of(Govern)) >= count)
    return [(each.order, each.session) for each in scripted.of(Govern) if isinstance(each, Govern)]


def press(page: Page, name: str, **fields: str) -> None:
    """Press a button, and then that of the question about it with these fields."""
    page.get_by_role("button", name=name, exact=True).click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    for label, value in fields.items():
        dialog.get_by_label(label).fill(value)
    dialog.locator("button.danger").click()
    expect(dialog).to_have_count(0)


def test_orders_about_people_are_those_of_the_command_line(page: Page, key: Path) -> None:
    scripted = enter(page, key, "#/session/k7m2q")
    press(page, "Kick Cid", reason="spam")
    expect(page.locator("#said")).to_contain_text(f"You did it to {HOSTILE}")
    press(page, "Ban Cid", minutes="60", reason="more spam")
    press(page, "Mute Cid", minutes="5")
    page.get_by_role("button", name="Refuse <img").click()
    page.get_by_label("role of Cid").select_option("moderator")
    page.get_by_role("button", name="End the ban of Max").click()
    assert given(scripted, page, 6) == [
        (Kick(3, "spam"), "k7m2q"),
        (Ban(3, 60, "more spam"), "k7m2q"),
        (Mute(3, 5), "k7m2q"),
        (Refuse(4), "k7m2q"),
        (Appoint(3, "moderator"), "k7m2q"),
        (Unban(7), "k7m2q"),
    ]


def test_orders_about_a_session_are_those_of_the_command_line(page: Page, key: Path) -> None:
    scripted = enter(page, key, "#/session/k7m2q")
    page.get_by_role("button", name="Lock", exact=True).click()
    page.get_by_role("button", name="Silence spectators").click()
    page.get_by_label("access").select_option("invited")
    page.get_by_role("button", name="Invite code").click()
    expect(page.locator("#said")).to_have_text("Invite code: secret-code")
    press(page, "Dissolve", reason="late")
    assert given(scripted, page, 5) == [
        (Lock(True), "k7m2q"),
        (SetChat(False), "k7m2q"),
        (SetAccess("invited"), "k7m2q"),
        (Invite(), "k7m2q"),
        (Dissolve("late"), "k7m2q"),
    ]
    expect(page.locator("#title")).to_have_text("The server")


def test_orders_about_the_server_are_those_of_the_command_line(page: Page, key: Path) -> None:
    scripted = enter(page, key, "#/orders")
    page.get_by_label("text").fill("Restart in 5 min.")
    page.get_by_role("button", name="Announce").click()
    press(page, "Drain w1")
    until(page, lambda: scripted.of(Drain) == [Drain("w1")])
    go(page, "#/people", "People")
    page.get_by_role("combobox").select_option("address")
    page.get_by_label("name or network").fill("192.0.2.0/24")
    press(page, "Ban")
    assert given(scripted, page, 2) == [
        (Announce("Restart in 5 min."), ""),
        (ServerBan("", "192.0.2.0/24", 0, ""), ""),
    ]


def test_an_order_that_is_not_confirmed_is_not_given_and_the_focus_comes_back(
    page: Page, key: Path
) -> None:
    scripted = enter(page, key, "#/session/k7m2q")
    kick = page.get_by_role("button", name="Kick Bob")
    kick.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(kick).to_be_focused()
    lock = page.get_by_role("button", name="Lock", exact=True)
    lock.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_contain_text("You did it")
    expect(page.get_by_role("button", name="Lock", exact=True)).to_be_focused()
    assert [order for order, _ in given(scripted, page, 1)] == [Lock(True)]


def test_a_refusal_is_told_and_changes_nothing(page: Page, key: Path) -> None:
    scripted = enter(page, key, "#/session/k7m2q")
    scripted.answers = lambda message: (
        [Error("not_allowed", "they outrank you")]
        if isinstance(message, Govern)
        else answer(message)
    )
    page.get_by_role("button", name="Lock", exact=True).click()
    expect(page.locator("#notice")).to_have_text("They outrank you.")
    expect(page.locator("#title")).to_have_text("Session k7m2q")


def looks(scripted: ScriptedPage, page: Page, holds: Callable[[LookInto], bool]) -> LookInto:
    """Return the last look, once it is as wanted."""
    until(page, lambda: bool(scripted.of(LookInto)) and holds(last_look(scripted)))
    return last_look(scripted)


def last_look(scripted: ScriptedPage) -> LookInto:
    found = scripted.of(LookInto)[-1]
    assert isinstance(found, LookInto)
    return found


def test_who_steps_through_time_asks_for_each_step(page: Page, key: Path) -> None:
    scripted = enter(page, key, "#/look/k7m2q")
    expect(page.locator(".time")).to_contain_text("Step 60 of 1 to 60")
    page.get_by_role("button", name="One step back").click()
    expect(page.locator(".time")).to_contain_text("Step 59 of")
    page.locator("#title").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".time")).to_contain_text("Step 58 of")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".time")).to_contain_text("Step 59 of")
    page.get_by_role("button", name="50 steps back").click()
    expect(page.locator(".time")).to_contain_text("Step 9 of")
    page.get_by_role("button", name="50 steps back").click()
    expect(page.locator(".time")).to_contain_text("Step 1 of")
    page.get_by_role("button", name="Look at step 41").click()
    expect(page.locator(".time")).to_contain_text("Step 41 of")
    page.get_by_label("compared with step").fill("30")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Changes: 1")).to_be_visible()
    assert last_look(scripted) == LookInto("k7m2q", 41, 30)
    expect(page.locator("details.changed")).to_contain_text("Body.life")
    page.go_back()
    expect(page.get_by_role("heading", name="Changes: 1")).to_have_count(0)


def test_a_hero_a_floor_a_component_and_a_path_are_looked_at(page: Page, key: Path) -> None:
    scripted = enter(page, key, "#/look/k7m2q")
    page.get_by_role("button", name="Look at <img").click()
    looks(scripted, page, lambda each: (each.entity, each.after) == (4, 4))
    page.get_by_role("button", name="Look at floor 1").click()
    expect(page.locator(".map")).to_have_text("  ###\n  #@<")
    expect(page.get_by_role("heading", name="Entities: 2")).to_be_visible()
    page.get_by_role("button", name="Hero 1").click()
    looks(scripted, page, lambda each: each.component == "Hero")
    page.get_by_label("component or path").fill("Effects.remaining.burning")
    page.get_by_role("button", name="Filter").click()
    asked = looks(scripted, page, lambda each: each.component.startswith("Effects"))
    assert asked.entity is None


def test_a_look_is_saved_as_json(page: Page, key: Path, tmp_path: Path) -> None:
    enter(page, key, "#/look/k7m2q?entity=4")
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save as JSON").click()
    saving.value.save_as(tmp_path / "look.json")
    told = json.loads((tmp_path / "look.json").read_text(encoding="utf-8"))
    assert [each["entity"] for each in told["entities"]] == [4, 5]


def test_a_view_is_asked_for_again(page: Page, key: Path) -> None:
    scripted = enter(page, key, "#/audit")
    refresh = page.get_by_role("button", name="Refresh")
    refresh.click()
    until(page, lambda: len(scripted.of(ListAuditEntries)) == 2)
    expect(refresh).to_be_focused()


def test_earlier_reports_follow_and_each_shows_its_chat(page: Page, key: Path) -> None:
    scripted = enter(page, key, "#/reports")
    expect(page.locator("article li")).to_have_text(f"Ann: {HOSTILE}")
    page.get_by_role("button", name="Earlier reports").click()
    until(page, lambda: ListReports(3) in scripted.of(ListReports))
