"""The page's link to its server, with a seat in a session."""

from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page

from support.client.browser import OFFLINE, until, visiting
from support.client.client_examples import delta, joined, keyframe, watching
from support.client.scripted_page import ADDRESS, ScriptedPage
from undertide_client.net.backoff import OUTAGE
from undertide_client.net.repairs import MAX_REPAIRS
from undertide_shared.closing import Closing
from undertide_shared.messages import (
    Act,
    ClientMessage,
    Create,
    Created,
    Error,
    IntentReport,
    Join,
    Leave,
    Left,
    Move,
    Options,
    Resync,
    ServerMessage,
    Wait,
    Watch,
)
from undertide_shared.messages.words import Outcome

BEGIN = """async (address) => {
    const load = (path) => import(`/modules/${path}.js`);
    const { Link } = await load("net/link");
    const told = { messages: [], statuses: [], refused: [] };
    const link = new Link(address, {
        onMessage: (message) => told.messages.push(message),
        onStatus: (status) => told.statuses.push(status),
        onSilence: () => {},
        onRefused: (...why) => told.refused.push(why),
    });
    Object.assign(window, { link, told, load });
    link.retry();
}"""
KNOWN = """() => ({
    goal: link.goal, at: link.at, fate: link.fate, status: link.status,
    unanswered: [...link.unanswered],
    playing: link.playing, watching: link.watching, entering: link.entering, inside: link.inside,
    latency: link.latency, refused: told.refused,
    tags: told.messages.map(({ tag }) => tag),
})"""


class LinkedPage:
    """A link of the page, whose server tests are."""

    def __init__(self, server: ScriptedPage) -> None:
        self.server = server
        self.page = server.page

    def begin(self) -> None:
        """Open a tab, perhaps again, and connect."""
        self.page.goto(f"{ADDRESS}modules/net/hex.js")
        self.page.evaluate(BEGIN, ADDRESS.replace("http", "ws"))
        self.wait("connected")

    def wait(self, phase: str) -> None:
        """Wait until the connection is in a phase."""
        until(self.page, lambda: self.page.evaluate("link.status.phase") == phase)

    def enter(self, **place: Any) -> None:
        """Ask for a place."""
        self.page.evaluate("(place) => link.enter(place)", place)

    def known(self) -> dict[str, Any]:
        """Return what the link tells."""
        told: dict[str, Any] = self.page.evaluate(KNOWN)
        return told

    def until(self, **expected: Any) -> dict[str, Any]:
        """Wait until the link tells these values; return all that it tells."""

        def fits() -> bool:
            known = self.known()
            return all(known[name] == value for name, value in expected.items())

        until(self.page, fits)
        return self.known()

    def outage(self, code: int = Closing.INTERNAL) -> None:
        """Break the connection, and have the link come back."""
        self.server.sockets[-1].close(code=code)
        self.wait("waiting")
        self.page.evaluate("link.hurry()")
        self.wait("connected")


CODE = "k7m2q-x4hq9"
LOBBY = {"kind": "lobby"}
ANN = {"kind": "play", "session": "k7m2q", "name": "Ann"}
UNSENDABLE = """() => {
    try { link.act(["move", undefined, 0]); } catch (fault) { return `${fault}`; }
}"""
MANY = 40
"""More messages than may leave at once."""
STOPPED = "You went on with this hero in another tab. Join again to play it here."
HOLD = """(repeats) => [false, ...Array(repeats).fill(true)].map((repeat) =>
    link.repeats.press("WEST", repeat) ? link.act(["move", -1, 0]) : 0).filter(Boolean)"""
"""A key that is pressed and held."""
HELD = """() => link.repeats.press("WEST", true) ? link.act(["move", -1, 0]) : 0"""


class Host:
    """What the server answers: seats with tokens that change with each use."""

    def __init__(self) -> None:
        self.taken = 0
        self.refused: dict[type[ClientMessage], Error] = {}

    def answer(self, message: ClientMessage) -> list[ServerMessage]:
        if type(message) in self.refused:
            return [self.refused[type(message)]]
        match message:
            case Join():
                self.taken += 1
                return [joined(token=b"token-%d" % self.taken), keyframe()]
            case Watch(name=name):
                return [watching(name=name), keyframe()]
            case Create():
                return [Created("k7m2q", CODE)]
            case _:
                return []


@pytest.fixture
def host() -> Host:
    return Host()


@pytest.fixture
def linked(browser: Browser, host: Host) -> Any:
    with visiting(browser, OFFLINE) as page:
        opened = LinkedPage(ScriptedPage(page, host.answer))
        opened.begin()
        yield opened


@pytest.fixture
def seated(linked: LinkedPage) -> LinkedPage:
    linked.enter(**ANN)
    linked.until(playing=True)
    return linked


def report(number: int, received: int, answered: int, outcome: Outcome = "done") -> ServerMessage:
    return delta(number, intent=IntentReport(received, answered, outcome))


def test_a_seat_is_taken_and_taken_up_again_after_an_outage_and_a_reload(
    seated: LinkedPage,
) -> None:
    place = {**ANN, "calling": "", "makesIfFull": True}
    assert seated.known()["goal"] == seated.known()["at"] == place
    seated.outage()
    seated.until(playing=True)
    seated.begin()
    seated.enter(kind="play", session="", name="Ann")
    seated.until(playing=True)
    tokens = [b"", b"token-1", b"token-2"]
    asked = [Join("k7m2q", "Ann", token) for token in tokens]
    assert seated.server.of(Join) == asked


def test_a_seat_of_another_name_is_another(seated: LinkedPage) -> None:
    seated.begin()
    seated.enter(**{**ANN, "name": "Bob", "calling": "mender"})
    seated.until(playing=True)
    assert seated.server.of(Join)[-1] == Join("k7m2q", "Bob", calling="mender")


def test_tokens_stay_in_the_link(seated: LinkedPage) -> None:
    told = seated.page.evaluate("told.messages.find(({ tag }) => tag === 'joined').token")
    assert told is None


def test_a_session_is_made_as_the_player_chose_and_entered_by_its_code(linked: LinkedPage) -> None:
    options = msgspec.to_builtins(Options(access="invited", seats=4))
    linked.enter(
        kind="play", session="new", name="Ann", preset="keep", pace="real", options=options
    )
    told = linked.until(playing=True)
    assert linked.server.of(Create) == [Create("keep", "real", Options("invited", seats=4))]
    assert linked.server.of(Join) == [Join(CODE, "Ann")]
    assert told["goal"]["session"] == CODE
    assert told["tags"].count("created") == 1, "the page shows the code"


def test_of_places_asked_for_at_once_the_last_counts(linked: LinkedPage) -> None:
    linked.server.silent = True
    for session in ("a", "b", "c"):
        linked.enter(kind="watch", session=session, name="", seat=None)
    assert linked.known()["entering"]
    linked.server.silent = False
    linked.server.say(watching(name=""))
    linked.until(watching=True, entering=False)
    until(linked.page, lambda: len(linked.server.of(Watch)) == 2)
    assert linked.server.of(Watch) == [Watch("a"), Watch("c")]
    assert linked.known()["at"]["session"] == "k7m2q"


def test_a_player_who_changes_places_is_not_told_of_the_leaving(seated: LinkedPage) -> None:
    seated.enter(kind="watch", session="k7m2q", name="Ann", seat=2)
    told = seated.until(watching=True)
    assert seated.server.of(Leave) == [Leave()]
    assert "left" not in told["tags"]
    seated.enter(**LOBBY)
    told = seated.until(goal=LOBBY, at=LOBBY)
    assert told["tags"][-1] == "left"
    assert told["refused"] == []


def test_a_refused_place_leads_back_to_the_one_before(seated: LinkedPage, host: Host) -> None:
    host.refused[Watch] = Error("banned", "you are banned there")
    seated.enter(kind="watch", session="b3rn9", name="Ann", seat=None)
    until(seated.page, lambda: seated.known()["refused"] != [])
    told = seated.until(playing=True)
    place = {"kind": "watch", "session": "b3rn9", "name": "Ann", "seat": None}
    assert told["refused"] == [["you are banned there", "banned", place]]
    assert told["goal"]["kind"] == "play"
    assert seated.server.of(Join)[-1] == Join("k7m2q", "Ann", b"token-1")


def test_a_player_who_is_put_out_is_told_why(seated: LinkedPage) -> None:
    seated.server.say(Left("k7m2q", "you took your seat from another connection"))
    told = seated.until(at=LOBBY, goal=LOBBY)
    assert told["refused"] == [["you took your seat from another connection", "", LOBBY]]
    seated.outage()
    assert len(seated.server.of(Join)) == 1


def test_a_player_who_is_put_out_by_a_restart_comes_back(seated: LinkedPage) -> None:
    seated.server.say(Left("k7m2q", "the server restarts"))
    seated.until(at=LOBBY)
    seated.outage(Closing.GOING_AWAY)
    seated.until(playing=True)
    assert seated.server.of(Join)[-1] == Join("k7m2q", "Ann", b"token-1")


def test_a_seat_that_another_tab_has_taken_is_left_to_it(seated: LinkedPage) -> None:
    page = seated.page
    page.evaluate(
        """async () => {
            const { Tokens } = await load("net/tokens");
            new Tokens(link.address).storeToken("k7m2q", "Ann", Uint8Array.of(1, 2));
        }"""
    )
    seated.outage()
    told = seated.until(goal=LOBBY)
    assert [why[0] for why in told["refused"]] == [STOPPED]
    assert len(seated.server.of(Join)) == 1
    seated.enter(**ANN)
    seated.until(playing=True)
    assert seated.server.of(Join)[-1] == Join("k7m2q", "Ann", b"\1\2")


def test_the_fate_of_an_intent_shows_at_once(seated: LinkedPage) -> None:
    page, say = seated.page, seated.server.say
    assert page.evaluate("[link.act(['wait']), link.fate.stage]") == [1, "sent"]
    until(page, lambda: seated.server.of(Act) == [Act(1, Wait())])
    say(report(3, 1, 1, "waiting"))
    seated.until(fate={"sequence": 1, "stage": "waiting", "reason": "", "code": ""})
    assert seated.known()["unanswered"] == [1]
    say(report(4, 1, 1))
    seated.until(fate={"sequence": 1, "stage": "done", "reason": "", "code": ""}, unanswered=[])
    page.evaluate("link.act(['wait'])")
    say(Error("bad_intent", "not now", 2))
    refused = {"sequence": 2, "stage": "refused", "reason": "not now", "code": "bad_intent"}
    seated.until(fate=refused, unanswered=[])
    page.evaluate("link.act(['wait'])")
    seated.server.cut()
    lost = seated.until(unanswered=[])["fate"]
    assert (lost["stage"], lost["reason"]) == ("lost", "the connection was lost")


def test_without_a_seat_an_intent_is_lost_and_talk_is_not_sent(linked: LinkedPage) -> None:
    assert linked.page.evaluate("link.send('say', 'hello')") is False
    linked.page.evaluate("link.act(['wait'])")
    fate = linked.known()["fate"]
    assert (fate["stage"], fate["reason"]) == ("lost", "there is no connection to a seat")


def test_what_cannot_be_sent_is_refused_and_holds_up_nothing(seated: LinkedPage) -> None:
    page, server = seated.page, seated.server
    for _ in range(MANY):  # The last of them wait for the server's rates.
        page.evaluate("link.act(['wait'])")
    assert "can't hold" in page.evaluate(UNSENDABLE)
    fate = seated.known()["fate"]
    assert (fate["sequence"], fate["stage"]) == (MANY + 1, "refused")
    assert MANY + 1 not in seated.known()["unanswered"]
    page.evaluate("link.act(['wait'])")
    until(page, lambda: Act(MANY + 2, Wait()) in server.of(Act))


def test_on_a_slow_line_a_held_key_makes_no_double_step(seated: LinkedPage) -> None:
    page, server = seated.page, seated.server
    assert page.evaluate(HOLD, 12) == [1], "the answer is on its way"
    server.say(report(2, 1, 1))
    seated.until(unanswered=[])
    assert [page.evaluate(HELD) for _ in range(5)] == [2, 0, 0, 0, 0]
    server.say(report(3, 2, 2, "waiting"))
    seated.until(fate={"sequence": 2, "stage": "waiting", "reason": "", "code": ""})
    assert page.evaluate(HELD) == 0, "it arrived, but the hero has not stepped"
    server.say(report(4, 2, 2))
    seated.until(unanswered=[])
    until(page, lambda: len(server.of(Act)) == 2)
    assert server.of(Act) == [Act(1, Move(-1, 0)), Act(2, Move(-1, 0))], "nothing after the release"


def test_a_server_whose_frames_never_fit_is_left(seated: LinkedPage) -> None:
    for times in range(1, MAX_REPAIRS + 1):
        seated.page.evaluate("link.resync()")
        repaired(seated, times)
    seated.page.evaluate("link.resync()")
    seated.server.say(delta(2))
    seated.wait("waiting")
    assert seated.known()["status"]["words"] == "The server sent invalid frames."


def repaired(seated: LinkedPage, times: int) -> None:
    """Wait until the link has asked so often for a keyframe, and give it one."""
    until(seated.page, lambda: len(seated.server.of(Resync)) == times)
    seated.server.say(keyframe())
    until(seated.page, lambda: seated.known()["tags"].count("key") == times + 1)


@pytest.mark.parametrize(
    ("code", "reason", "phase", "words"),
    [
        (Closing.HOST_LEFT, "", "over", "The host of this game has left."),
        (Closing.BANNED, "", "over", "You are banned from this server."),
        (Closing.IDLE, "", "over", "This page was idle for too long."),
        (1012, "", "waiting", "The connection is gone."),
        (Closing.INTERNAL, "the server\u202e failed", "waiting", "The server failed."),
    ],
)
def test_a_closed_connection_is_told_and_tried_again_where_that_helps(
    linked: LinkedPage, code: int, reason: str, phase: str, words: str
) -> None:
    def told() -> tuple[str, str]:
        status = linked.known()["status"]
        return status["phase"], status["words"]

    linked.server.sockets[-1].close(code=code, reason=reason)
    until(linked.page, lambda: told() == (phase, words))


def test_waits_stay_short_while_a_server_lets_the_page_in(seated: LinkedPage) -> None:
    for _ in range(4):
        seated.server.sockets[-1].close(code=Closing.INTERNAL)
        seated.wait("waiting")
        assert seated.known()["status"]["seconds"] <= OUTAGE.first
        seated.page.evaluate("link.hurry()")
        seated.until(playing=True)


def test_a_page_that_is_put_aside_is_at_no_server_until_it_is_taken_up_again(
    seated: LinkedPage,
) -> None:
    page, joins = seated.page, len(seated.server.of(Join))
    page.evaluate("[link.suspend(), link.suspend(), link.hurry()]")
    assert (seated.known()["status"]["phase"], seated.known()["playing"]) == ("waiting", False)
    assert page.evaluate("link.socket") is None
    page.evaluate("[link.resume(), link.resume()]")
    seated.until(playing=True)
    assert seated.server.of(Join)[joins:] == [Join("k7m2q", "Ann", b"token-1")]


def test_a_page_that_gave_up_does_not_try_again_because_it_was_put_aside(
    linked: LinkedPage,
) -> None:
    linked.server.sockets[-1].close(code=Closing.BANNED)
    linked.wait("over")
    linked.page.evaluate("[link.suspend(), link.resume()]")
    assert linked.known()["status"]["words"] == "You are banned from this server."


def test_the_delay_is_measured_from_the_greeting_on(linked: LinkedPage) -> None:
    assert 0 < linked.known()["latency"] < 30_000


def test_a_tab_that_keeps_nothing_plays_all_the_same(page: Page, host: Host) -> None:
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } });"
    )
    linked = LinkedPage(ScriptedPage(page, host.answer))
    linked.begin()
    linked.enter(**ANN)
    linked.until(playing=True)
    linked.page.evaluate("link.retry()")
    linked.until(playing=True)
    assert linked.server.of(Join)[-1] == Join("k7m2q", "Ann", b"token-1")
