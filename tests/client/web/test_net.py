"""Parts of the page's link that reckon, alone: they go as the terminal's do."""

import random
from typing import Any

from playwright.sync_api import Page

from support.client.client_examples import keyframe
from undertide_client.net.intents import IntentTracker
from undertide_client.net.paced_sender import Pacer
from undertide_client.net.repairs import Repairs
from undertide_client.saved.tokens import MAX_TOKENS
from undertide_shared.messages import Delta, IntentReport, Rates, Say

TRACK = """async (courses) => {
    const { IntentTracker } = await load("net/intents");
    return courses.map((course) => {
        const tracker = new IntentTracker();
        const steps = {
            send: () => tracker.send(),
            observe: (received, sequence, outcome) =>
                tracker.observe({ received, sequence, outcome, reason: "no" }),
            refuse: (sequence) => tracker.refuse(sequence, "bad", "bad_intent"),
            begin: () => tracker.begin(),
            lose: () => tracker.lose("gone"),
            drop_unanswered: () => tracker.dropUnanswered(),
        };
        return course.map(([name, ...given]) => {
            steps[name](...given);
            const { sequence, stage, reason, code } = tracker.fate;
            return [[...tracker.unanswered], sequence, stage, reason, code];
        });
    });
}"""
PACE = """async ([rates, course]) => {
    const { Pacer } = await load("net/paced_sender");
    const pacer = new Pacer(rates, 0);
    return course.map(([tag, now]) => {
        const wait = pacer.wait(tag, now);
        if (!wait) pacer.count(tag, now);
        return Math.round(wait);
    });
}"""
REPAIR = """async (courses) => {
    const { Repairs } = await load("net/repairs");
    return courses.map((course) => {
        const repairs = new Repairs();
        return course.map((step) => {
            const told = step === "count_request" ? repairs.countRequest()
                : step === "overdue" ? repairs.overdue() : repairs.letsThrough({ tag: step });
            return [told, repairs.hopeless];
        });
    });
}"""
HOLD = """async (steps) => {
    const { Repeats } = await load("net/steps");
    const link = { unanswered: [], fate: { sequence: 0, stage: "none" } };
    const repeats = new Repeats(link);
    return steps.map(([step, ...given]) => {
        if (step === "answer") {
            link.unanswered = [];
            link.fate = { ...link.fate, stage: given[0] };
            return null;
        }
        const sends = repeats.press(...given);
        if (sends) {
            link.fate = { sequence: link.fate.sequence + 1, stage: "sent" };
            link.unanswered.push(link.fate.sequence);
        }
        return sends;
    });
}"""
STORE = """async ([refusing, most]) => {
    const { Kept } = await load("net/kept");
    const { Logins } = await load("net/logins");
    const { Tokens } = await load("net/tokens");
    const kept = {};
    const storage = refusing ? null : Object.assign(Object.create({
        getItem(key) { return kept[key] ?? null; },
        removeItem(key) { delete kept[key]; delete this[key]; },
        setItem(key, text) { kept[key] = this[key] = text; },
    }), { "other": "thing" });
    const tokens = new Tokens("ws://a", new Kept("seat.", storage));
    const elsewhere = new Tokens("ws://b", new Kept("seat.", storage));
    const logins = new Logins("ws://a", new Kept("login.", storage));
    const token = (number) => Uint8Array.of(1, number);
    tokens.storeToken("s", "Ann", token(1));
    tokens.storeToken("t", "Ann", token(2));
    tokens.storeToken("s", "Bob", token(3));
    tokens.storeToken("s", "Ann", token(4));
    elsewhere.storeToken("s", "Ann", token(5));
    logins.storeLogin({ name: "ann", token: token(6) });
    const told = {
        ann: [...tokens.get("s", "Ann")],
        nobody: tokens.get("s", "Zoe"),
        sessions: tokens.sessions("Ann"),
        login: [logins.get().name, ...logins.get().token],
    };
    tokens.removeToken("s", "Ann");
    logins.removeLogin();
    told.forgotten = [tokens.get("s", "Ann"), logins.get()];
    told.elsewhere = [...elsewhere.get("s", "Ann")];
    for (let number = 0; number < most; number += 1)
        tokens.storeToken(`n${number}`, "Zoe", token(7));
    told.oldest = tokens.get("t", "Ann");
    told.many = tokens.sessions("Zoe").length;
    if (storage) {
        storage.setItem('seat.["ws://a","broken","Ann"]', "{");
        storage.setItem('seat.["ws://a","odd","Ann"]', '{"token": "zz", "at": "x"}');
        told.broken = [tokens.get("broken", "Ann"), tokens.get("odd", "Ann")];
    }
    return told;
}"""
WATCHED = """async (steps) => {
    const { Watchdog } = await load("net/watchdog");
    const now = performance.now, told = [];
    const link = {
        status: { phase: "connected" },
        playing: true,
        send: (tag) => { told.push(tag); return true; },
        wait: () => told.push("given up"),
    };
    const watchdog = new Watchdog(link, () => told.push(watchdog.silence));
    for (const [at, step] of steps) {
        performance.now = () => at;
        watchdog[step]();
        if (step === "answer") told.push(watchdog.latency);
    }
    performance.now = now;
    link.status.phase = "over";
    return told;
}"""
OUTCOMES = ["none", "waiting", "done", "refused"]
FRESH: list[Any] = ["press", "WEST", False]
REPEATED: list[Any] = ["press", "WEST", True]
DONE: list[Any] = ["answer", "done"]
REFUSED: list[Any] = ["answer", "refused"]


def tracked(draw: random.Random) -> list[list[Any]]:
    """Return steps of a tracker in any order."""
    steps: list[list[Any]] = []
    for _ in range(30):
        report = ["observe", draw.randint(0, 12), draw.randint(0, 12), draw.choice(OUTCOMES)]
        others = [[name] for name in ("begin", "lose", "drop_unanswered")]
        every: list[list[Any]] = [
            ["send"],
            ["send"],
            report,
            report,
            ["refuse", draw.randint(1, 9)],
        ]
        steps.append(draw.choice([*every, draw.choice(others)]))
    return steps


def by_terminal(course: list[list[Any]]) -> list[list[Any]]:
    """Return what the terminal's tracker tells after each step."""
    tracker, told = IntentTracker(), []
    for name, *given in course:
        match name:
            case "observe":
                received, sequence, outcome = given
                tracker.observe(IntentReport(received, sequence, outcome, "no"))
            case "refuse":
                tracker.refuse(given[0], "bad", "bad_intent")
            case "lose":
                tracker.lose("gone")
            case _:
                getattr(tracker, name)(*given)
        fate = tracker.fate
        told.append(
            [list(tracker.unanswered), fate.sequence, fate.stage, fate.reason, fate.code or ""]
        )
    return told


def test_intents_are_followed_as_the_terminal_follows_them(modules: Page) -> None:
    courses = [tracked(random.Random(seed)) for seed in range(40)]
    for course, told in zip(courses, modules.evaluate(TRACK, courses), strict=True):
        assert told == by_terminal(course), course


def test_messages_are_paced_as_the_terminal_paces_them(modules: Page) -> None:
    rates = Rates(5, 12, [("say", 2)])
    pacer, draw = Pacer(rates, 0), random.Random(1)
    course = sorted([draw.randint(0, 8_000) for _ in range(60)])
    waits = []
    for now in course:
        wait = pacer.wait(Say("x"), now / 1000)
        if not wait:
            pacer.count(Say("x"), now / 1000)
        waits.append(round(wait * 1000))
    plain = {"per_second": 5, "burst": 12, "costs": [["say", 2]]}
    told = modules.evaluate(PACE, [plain, [["say", now] for now in course]])
    assert told == waits
    assert 0 < waits.count(0) < len(waits)


def test_frames_are_repaired_as_the_terminal_repairs_them(modules: Page) -> None:
    draw = random.Random(2)
    words = ["count_request", "overdue", "key", *["delta"] * 20]
    courses = [draw.choices(words, k=300) for _ in range(5)] + [["count_request", "key"] * 8]
    for course, told in zip(courses, modules.evaluate(REPAIR, courses), strict=True):
        repairs = Repairs()
        for step, each in zip(course, told, strict=True):
            match step:
                case "count_request" | "overdue":
                    answer = getattr(repairs, step)()
                case "key":
                    answer = repairs.lets_through(keyframe())
                case _:
                    answer = repairs.lets_through(Delta(1))
            assert each == [answer, repairs.hopeless]


def held(modules: Page, *steps: list[Any]) -> list[bool]:
    """Return which presses of keys send, of steps that are presses and answers."""
    told = modules.evaluate(HOLD, list(steps))
    return [each for each in told if each is not None]


def test_a_held_key_steps_once_for_each_answer(modules: Page) -> None:
    steps = [FRESH, REPEATED, REPEATED, DONE, REPEATED, REPEATED, REPEATED, DONE, REPEATED]
    assert held(modules, *steps) == [True, False, False, True, False, False, True]


def test_a_key_that_is_pressed_again_always_steps(modules: Page) -> None:
    assert held(modules, FRESH, FRESH, REPEATED, FRESH) == [True, True, False, True]


def test_a_held_key_stops_where_a_step_is_refused(modules: Page) -> None:
    steps = [FRESH, DONE, REPEATED, REFUSED, REPEATED, REPEATED, FRESH, DONE, REPEATED]
    assert held(modules, *steps) == [True, True, False, False, True, True]


def test_another_held_key_begins_anew(modules: Page) -> None:
    other: list[Any] = ["press", "EAST", True]
    assert held(modules, FRESH, REFUSED, other, other, DONE, other) == [True, True, False, True]


def test_the_delay_is_measured_while_one_plays(modules: Page) -> None:
    steps = [[0, "turn"], [0, "expectAnswer"], [80, "hear"], [80, "answer"]]
    steps += [[at, step] for at in range(1_000, 6_000, 1_000) for step in ("hear", "look")]
    steps += [[5_100, "hear"], [5_100, "look"], [5_250, "hear"], [5_250, "answer"]]
    assert modules.evaluate(WATCHED, steps) == [80, "ping", 150]


def test_a_silent_server_is_asked_counted_and_given_up(modules: Page) -> None:
    steps = [[0, "turn"], [0, "hear"], *([at, "look"] for at in range(250, 4_501, 250))]
    told = modules.evaluate(WATCHED, [*steps, [20_000, "look"], [20_100, "hear"]])
    assert told == ["ping", 3, 4, "given up", 0]


def test_a_place_about_which_no_answer_comes_is_given_up(modules: Page) -> None:
    steps = [
        [0, "turn"],
        *([at, step] for at in range(0, 31_000, 1_000) for step in ("hear", "look")),
    ]
    assert "given up" not in modules.evaluate(WATCHED, steps)
    waiting = WATCHED.replace("playing: true", "entering: true")
    assert modules.evaluate(waiting, steps)[-1] == "given up"


def test_seats_and_logins_are_kept_and_forgotten(modules: Page) -> None:
    told = modules.evaluate(STORE, [False, MAX_TOKENS])
    assert told.pop("broken") == [None, None]
    for refusing in (False, True):
        told = modules.evaluate(STORE, [refusing, MAX_TOKENS])
        told.pop("broken", None)
        assert told == {
            "ann": [1, 4],
            "nobody": None,
            "sessions": ["s", "t"],
            "login": ["ann", 1, 6],
            "forgotten": [None, None],
            "elsewhere": [1, 5],
            "oldest": None,
            "many": MAX_TOKENS,
        }
