"""The page's dialogue with a server goes as the terminal's does."""

import random
from typing import Any, get_args

import msgspec
import pytest
from playwright.sync_api import Page

from support.client.client_examples import joined, keyframe, watching
from support.client.dialogue_courses import Course, taken_by_page, taken_by_terminal
from support.client.replay_examples import RUN, replaying
from undertide_client.net.destination import NEW_SESSION
from undertide_shared.messages import (
    PROTOCOL,
    AccountInfo,
    Created,
    Delta,
    Error,
    ErrorCode,
    HeroState,
    Invited,
    Left,
    Moment,
    NewRun,
    PartyMember,
    Welcome,
)

Step = tuple[Any, ...]
CODE = "k7m2q-x4hq9tbncd2w"
WELCOME = Welcome(PROTOCOL, "test", ["default"])
GREETED: list[Step] = [("opened",), ("receive", WELCOME)]
AGAIN: list[Step] = [("closed", False), *GREETED]
LEFT = Left("k7m2q", "You left.")
WATCH: Step = ("watch", "k7m2q", "Zoe", 1)
REPLAY: Step = ("replay", "0123", 1, 50)
IN_LINE = msgspec.structs.replace(watching(), in_line=2)
LOGIN: Step = ("login", "ann", b"t1")
NAMED = AccountInfo("ann", token=b"t2")
KEPT: list[Step] = [("keep", "s", "Ann", b"1"), ("keep", "k7m2q", "Ann", b"2")]


def join(session: str = "k7m2q", *, makes_if_full: bool = True, preset: str = "") -> Step:
    return ("join", session, "Ann", "mender", makes_if_full, preset)


def heard(*messages: msgspec.Struct) -> list[Step]:
    return [("receive", each) for each in messages]


def errors(*codes: ErrorCode) -> list[Step]:
    return heard(*(Error(code, "because") for code in codes))


def party(state: HeroState) -> Delta:
    return Delta(2, party=[PartyMember(1, "Bob", 0, 1, 0, 1, "dead"), own(state)])


def own(state: HeroState) -> PartyMember:
    return PartyMember(0, "Ann", 0, 1, 50, 1, state)


SEATED = [*GREETED, join(), *heard(joined())]
WATCHED = [*GREETED, WATCH, *heard(watching())]
REPLAYED = [*GREETED, REPLAY, *heard(replaying())]

COURSES: dict[str, Course] = {
    "a wish made early is asked for after the greeting": [join(), *GREETED],
    "a wish made in the lobby is asked for at once": [*GREETED, WATCH],
    "without a wish the lobby is where it stays": GREETED,
    "a seat is taken up again with its newest token": [
        *SEATED,
        *heard(joined(token=b"secret-2")),
        *AGAIN,
    ],
    "a kept token is used for its session alone": [
        ("keep", "s", "Ann", b"kept"),
        *GREETED,
        join("other"),
        *errors("session_full"),
        join("s"),
    ],
    "any session means first the one left last": [
        ("keep", "old", "Ann", b"1"),
        ("keep", "new", "Ann", b"2"),
        *GREETED,
        join(""),
        *errors("unknown_session", "bad_token"),
    ],
    "where no session has room one is made and joined": [
        *GREETED,
        join(""),
        *errors("unknown_session"),
        *heard(Created("k7m2q"), joined()),
    ],
    "a new session is made even where a seat is kept in another": [
        ("keep", "old", "Ann", b"1"),
        *GREETED,
        join(NEW_SESSION, preset="keep"),
        *heard(Created("k7m2q", CODE), joined()),
        *AGAIN,
    ],
    "a new session that is refused is told": [*GREETED, join(NEW_SESSION), *errors("server_full")],
    "where all seats are taken one is made": [*GREETED, join(""), *errors("session_full")],
    "unless the player would rather watch": [
        *GREETED,
        join("", makes_if_full=False),
        *errors("session_full"),
        join("", makes_if_full=False),
        *errors("unknown_session"),
    ],
    "one who waits in line asks for the seat again": [
        ("keep", "s", "Ann", b"kept"),
        *GREETED,
        join("s"),
        *heard(IN_LINE),
        *AGAIN,
        *heard(IN_LINE, joined(session="s")),
    ],
    "a session made for another reason is not joined": [
        *GREETED,
        join("other"),
        *heard(Created("k7m2q")),
    ],
    "a session that can't be made now is worth another attempt": [
        *GREETED,
        join(""),
        *errors("unknown_session", "too_fast"),
        ("closed", True),
        *GREETED,
    ],
    "a session that is gone once more is not made for ever": [
        *GREETED,
        join(""),
        *errors("unknown_session"),
        *heard(Created("k7m2q")),
        *errors("unknown_session"),
    ],
    "a stale token is forgotten": [
        ("keep", "s", "Ann", b"stale"),
        *GREETED,
        join("s"),
        *errors("bad_token"),
    ],
    "a seat that was taken waits for a server without room": [
        *SEATED,
        *AGAIN,
        *errors("server_full"),
    ],
    "another version can't heal": [("opened",), *heard(Welcome(99, "newer", []))],
    "a refusal of the greeting is final": [("opened",), *errors("wrong_version")],
    "a busy server may greet later": [("opened",), *errors("server_full")],
    "an error about something else refuses nothing": [*SEATED, *errors(*get_args(ErrorCode))],
    "a dead hero's player comes back as a spectator": [
        *SEATED,
        *heard(watching(name="Ann")),
        *AGAIN,
    ],
    "the token of a hero that died is not kept": [*SEATED, *heard(party("dead")), *AGAIN],
    "the token of one that sleeps is kept": [*SEATED, *heard(party("asleep"))],
    "a new hero in the seat has the token again": [
        *SEATED,
        *heard(*(keyframe(party=[own(state)]) for state in ("dead", "alive", "dead"))),
    ],
    "a spectator comes back to the eyes chosen last": [*WATCHED, ("follow", 3), *AGAIN],
    "one who was put out doesn't fight for the seat": [*SEATED, *heard(LEFT), *AGAIN],
    "one who was put out by a restart comes back": [
        *SEATED,
        *heard(LEFT),
        ("closed", True),
        *GREETED,
    ],
    "one who left doesn't come back": [
        *SEATED,
        ("leave",),
        *heard(LEFT),
        ("closed", True),
        *GREETED,
    ],
    "after an outage a replay goes on where it was": [
        *REPLAYED,
        ("follow", 1),
        *heard(Moment(700, 0)),
        *AGAIN,
    ],
    "a replay that was had waits for a server that is full": [
        *REPLAYED,
        *AGAIN,
        *errors("server_full"),
    ],
    "a replay that can't be had is refused": [*GREETED, REPLAY, *errors("server_full")],
    "a place is left for another one, once": [
        *WATCHED,
        REPLAY,
        ("replay", "4567", None, 0),
        *heard(LEFT, replaying(run=RUN)),
        WATCH,
        WATCH,
        *heard(LEFT),
    ],
    "a place that was left in vain is gone back to": [
        *WATCHED,
        REPLAY,
        *heard(LEFT),
        *errors("unknown_run", "unknown_session"),
    ],
    "one who leaves on the way stays in the lobby": [
        *REPLAYED,
        WATCH,
        ("leave",),
        *heard(LEFT),
        *AGAIN,
    ],
    "an outage on the way changes nothing": [*REPLAYED, WATCH, *AGAIN],
    "one says who one is before one asks for a place": [LOGIN, join("s"), *GREETED, *heard(NAMED)],
    "a place asked for meanwhile waits for the answer": [LOGIN, *GREETED, WATCH, *heard(NAMED)],
    "a login that is refused is forgotten and said": [
        LOGIN,
        join("s"),
        *GREETED,
        *errors("bad_login"),
    ],
    "a login that can't be looked at now is kept": [LOGIN, *GREETED, *errors("too_fast")],
    "after an outage one says again who one is": [
        *GREETED,
        *heard(NAMED),
        join("s"),
        *AGAIN,
        *heard(AccountInfo("ann", token=b"t3")),
    ],
    "an outage meanwhile changes nothing": [LOGIN, join("s"), *GREETED, *AGAIN, *heard(NAMED)],
    "a login by hand that fails costs nothing": [
        LOGIN,
        *GREETED,
        *heard(NAMED),
        *errors("bad_login"),
    ],
    "after a logout nothing is kept": [LOGIN, *GREETED, *heard(NAMED, AccountInfo("")), *AGAIN],
    "an operator's key is not kept": [*GREETED, *heard(AccountInfo("", operator=True)), *AGAIN],
    "a code that let in lets in again": [
        *GREETED,
        ("watch", CODE, "Zoe", None),
        *heard(watching()),
        *AGAIN,
    ],
    "a seat taken by a code is asked for by its token": [
        *GREETED,
        join(CODE),
        *heard(joined()),
        *AGAIN,
        *errors("bad_token"),
    ],
    "a kept token takes a seat up with a code too": [
        ("keep", "k7m2q", "Ann", b"kept"),
        *GREETED,
        join(CODE),
    ],
    "a code that was told is what one goes in with": [
        *GREETED,
        *heard(Invited("k7m2q", CODE), NewRun("other", "other-abcde", "Bob")),
        join("other"),
        *errors("locked"),
        join(),
    ],
    "a spectator comes back from a replay by the code": [
        *GREETED,
        ("watch", CODE, "Zoe", None),
        *heard(watching()),
        REPLAY,
        *heard(LEFT, replaying()),
        ("watch", "k7m2q", "Zoe", 1),
        *heard(LEFT),
    ],
}
for code in get_args(ErrorCode):
    COURSES[f"{code} as the answer to a request for a seat"] = [
        *(*GREETED, join("s"), *errors(code), *AGAIN),
    ]
    COURSES[f"{code} as the answer to the token of a seat"] = [
        ("keep", "s", "Ann", b"kept"),
        *(*GREETED, join("s"), *errors(code), *AGAIN),
    ]
ANY: list[Course] = [
    *([join("")], [join(NEW_SESSION)], [join()], [WATCH], [REPLAY], [("follow", 2)], [("leave",)]),
    *([step] for step in heard(joined(), watching(), IN_LINE, replaying(), LEFT, NAMED)),
    *([step] for step in heard(Created("k7m2q", CODE), Moment(700, 0), AccountInfo(""))),
    *([step] for step in heard(party("dead"), party("alive"))),
    *([step] for step in errors("unknown_session", "session_full", "bad_token", "server_full")),
    *([step] for step in errors("locked", "bad_login")),
    *(AGAIN, [("closed", True), *GREETED]),
]
"""Steps in any order, some of which no honest server takes."""


def wandering(seed: int) -> Course:
    """Return a course of any steps."""
    draw = random.Random(seed)
    steps = [step for steps in draw.choices(ANY, k=40) for step in steps]
    before = [*draw.choice([[], [LOGIN]]), *draw.sample(KEPT, draw.randint(0, 2))]
    return [*before, *GREETED, *steps]


@pytest.fixture(scope="module")
def told(modules: Page) -> dict[str, list[Any]]:
    """What comes of each course in the page."""
    return dict(zip(COURSES, taken_by_page(modules, list(COURSES.values())), strict=True))


@pytest.mark.parametrize("name", COURSES)
def test_a_course_goes_as_in_the_terminal(told: dict[str, list[Any]], name: str) -> None:
    for step, page, terminal in zip(
        COURSES[name], told[name], taken_by_terminal(COURSES[name]), strict=True
    ):
        assert page == terminal, step


def test_whatever_a_server_says_the_page_does_what_the_terminal_does(modules: Page) -> None:
    courses = [wandering(seed) for seed in range(150)]
    for course, page in zip(courses, taken_by_page(modules, courses), strict=True):
        for number, terminal in enumerate(taken_by_terminal(course)):
            assert page[number] == terminal, course[: number + 1]
