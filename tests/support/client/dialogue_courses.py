"""Courses of a dialogue with a server, taken by the terminal's client and by the page's.

A course is a list of steps, each a name and what it takes. The first steps keep what there was
before: a "login", then tokens. What comes of each step is a plain value, equal for both clients.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from playwright.sync_api import Page

from undertide_client.net.dialogue import Dialogue
from undertide_client.net.errors import EntryRefusedError, WrongServerError
from undertide_client.saved.logins import Login, MemoryLogins
from undertide_client.saved.tokens import MemoryTokens, SavedSeat
from undertide_shared.codec import encode
from undertide_shared.messages import ClientMessage, Play

URL = "ws://host:1"
Course = Sequence[tuple[Any, ...]]
SEATS = [(session, "Ann") for session in ("s", "old", "new", "k7m2q", "other")]
"""The seats whose tokens courses are about."""

TAKE = """async ([url, seats, courses]) => {
    const { Dialogue, EntryRefused, WrongServer } = await load("net/dialogue");
    const { encode } = await load("net/codec");
    const { Kept } = await load("net/kept");
    const { Logins } = await load("net/logins");
    const { Tokens } = await load("net/tokens");
    const { message } = await load("net/requests");
    const { read } = await load("net/protocol");
    const { toHex } = await load("net/hex");
    const storage = () => Object.create({
        getItem(key) { return this[key] ?? null; },
        setItem(key, text) { this[key] = text; },
        removeItem(key) { delete this[key]; },
    });
    const bytes = (digits) => Uint8Array.from(digits.match(/../g), (each) => parseInt(each, 16));
    const sent = (requests) => requests.map(({ tag, ...fields }) =>
        toHex(encode(message(tag, fields))));
    function take(course) {
        const tokens = new Tokens(url, new Kept("seat.", storage()));
        const logins = new Logins(url, new Kept("login.", storage()));
        const dialogue = new Dialogue("test", tokens, logins);
        const steps = {
            keep: (session, name, token) => {
                tokens.storeToken(session, name, bytes(token));
                return [];
            },
            login: (name, token) => {
                logins.storeLogin({ name, token: bytes(token) });
                return [];
            },
            opened: () => dialogue.opened(),
            closed: (willReturn) => { dialogue.closed(willReturn); return []; },
            join: (session, name, calling, makesIfFull, preset) =>
                dialogue.join({ session, name, calling, makesIfFull, making: { preset } }),
            watch: (session, name, seat) => dialogue.watch({ session, name, seat }),
            replay: (run, seat, tick) => dialogue.replay({ run, seat, tick }),
            follow: (seat) => { dialogue.follow(seat); return []; },
            leave: () => dialogue.leave(),
        };
        const done = ([name, ...given]) => {
            if (name !== "receive") return { requests: steps[name](...given) };
            const message = read(bytes(given[0]));
            const told = dialogue.receive(message);
            // The terminal's player reads in the log why the server ended a place.
            return message.tag === "left" ? { ...told, refused: null } : told;
        };
        return course.map((step) => {
            let fault = "", told = { requests: [] };
            try { told = done(step); }
            catch (thrown) {
                if (thrown instanceof EntryRefused) fault = "refused";
                else if (thrown instanceof WrongServer) fault = "wrong";
                else throw thrown;
            }
            const { requests, refused = null, guest = null } = told;
            return [
                sent(requests),
                refused ? [refused.reason, refused.code] : null,
                guest ? [guest.reason, guest.code] : null,
                fault, dialogue.state, dialogue.entering, dialogue.placed,
                seats.map(([session, name]) => toHex(tokens.get(session, name) ?? [])),
                toHex(logins.get()?.token ?? []),
            ];
        });
    }
    return courses.map(take);
}"""


def taken_by_page(page: Page, courses: Sequence[Course]) -> list[list[Any]]:
    """Return what comes of each step of courses in the page's client."""
    plain = [[[_plain(each) for each in step] for step in course] for course in courses]
    told: list[list[Any]] = page.evaluate(TAKE, [URL, SEATS, plain])
    return told


def taken_by_terminal(course: Course) -> list[Any]:
    """Return what comes of each step of a course in the terminal's client."""
    tokens, logins = MemoryTokens(), MemoryLogins()
    for name, *given in course:
        if name == "login":
            logins.store_login(URL, Login(*given))
    dialogue = Dialogue(URL, "test", tokens, logins)
    return [_told(dialogue, tokens, logins, step) for step in course]


def _told(
    dialogue: Dialogue, tokens: MemoryTokens, logins: MemoryLogins, step: tuple[Any, ...]
) -> list[Any]:
    requests: list[ClientMessage] = []
    fault, status = "", None
    try:
        requests, status = _done(dialogue, tokens, *step)
    except EntryRefusedError:
        fault = "refused"
    except WrongServerError:
        fault = "wrong"
    # The page's replays are set going by what moves them.
    sent = [encode(each).hex() for each in requests if not isinstance(each, Play)]
    told = [status.reason, status.code] if status else None
    refused = told if status and status.phase == "refused" else None
    kept = [tokens.get(SavedSeat(URL, *seat)).hex() for seat in SEATS]
    login = logins.get(URL)
    return [
        *(sent, refused, None if refused else told, fault, dialogue.state.name),
        *(dialogue.entering, dialogue.placed, kept, login.token.hex() if login else ""),
    ]


def _done(
    dialogue: Dialogue, tokens: MemoryTokens, name: str, *given: Any
) -> tuple[list[Any], Any]:
    """Take one step. Return the requests to send, and a change of status if there is one."""
    match name:
        case "receive":
            return dialogue.receive(*given)
        case "join":
            session, player, calling, makes, preset = given
            asked = dialogue.join(session, player, calling, makes_if_full=makes, preset=preset)
            return asked, None
        case "replay":
            run, replayed_seat, tick = given
            return dialogue.replay(run, replayed_seat, tick, speed=0), None
        case "keep":
            *seat, token = given
            tokens.store_token(SavedSeat(URL, *seat), token)
        case "closed":
            dialogue.closed(will_return=given[0])
        case "opened" | "watch" | "follow" | "leave":
            return getattr(dialogue, name)(*given) or [], None
    return [], None


def _plain(value: Any) -> Any:
    """Return a value of a step as JSON has it: messages and bytes as digits."""
    if isinstance(value, msgspec.Struct):
        return msgspec.msgpack.encode(value).hex()
    return value.hex() if isinstance(value, bytes) else value
