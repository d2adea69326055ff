"""What the page keeps outlives a browser that is killed before it has written it to the disk."""

from playwright.sync_api import Page

from support.client.browser import until
from support.client.scripted_page import ScriptedPage
from undertide_shared.messages import Join

CHANGED = """async () => {
    const { Backup } = await load("net/backup");
    const storage = (entries) => ({
        entries,
        getItem: (key) => entries[key] ?? null,
        setItem: (key, text) => { entries[key] = text; },
    });
    const first = storage({});
    const backup = new Backup(first, "changed");
    await backup.copyChange("seat", "one");
    await backup.copyChange("login", "ann");
    await backup.copyChange("other", "thing");
    const written = { ...first.entries, seat: "one", login: "ann", other: "thing" };
    await backup.copyChange("seat", "two");
    await backup.copyChange("other", null);
    const told = {};
    for (const [name, entries] of Object.entries({
        killed: { ...written, mine: "too" },
        emptied: {},
        current: { ...first.entries, seat: "three" },
    })) {
        const found = storage(entries);
        await new Backup(found, "changed").restore(60_000);
        told[name] = found.entries;
    }
    return told;
}"""
REFUSED = """async () => {
    const { Backup } = await load("net/backup");
    const entries = {};
    const storage = { getItem: () => null, setItem: (key, text) => { entries[key] = text; } };
    const backup = new Backup(storage, "refused");
    backup.open = () => Promise.reject(new Error("pages may keep nothing here"));
    await backup.copyChange("seat", "one");
    await backup.restore();
    const forbidden = new Backup(null, "forbidden");
    await forbidden.copyChange("seat", "one");
    await forbidden.restore();
    return Object.keys(entries);
}"""
LOST = """async () => {
    const { Kept } = await import("/modules/net/kept.js");
    const { Tokens } = await import("/modules/net/tokens.js");
    const tokens = new Tokens("ws://undertide.test/");
    localStorage["undertide.name"] = "Ann";
    tokens.storeToken("k7m2q", "Ann", Uint8Array.of(1));
    const before = { ...localStorage };
    tokens.storeToken("k7m2q", "Ann", Uint8Array.of(2));
    tokens.storeToken("gone1", "Ann", Uint8Array.of(3));
    tokens.removeToken("gone1", "Ann");
    await new Kept("any.").backup.copyChange("any", "last");
    localStorage.clear();
    Object.assign(localStorage, before);
    return [...tokens.get("k7m2q", "Ann")];
}"""
SEATS = """async () => {
    const { Tokens } = await import("/modules/net/tokens.js");
    const tokens = new Tokens("ws://undertide.test/");
    return [[...tokens.get("k7m2q", "Ann")], tokens.sessions("Ann")];
}"""


def test_what_a_killed_browser_lost_is_restored(modules: Page) -> None:
    told = modules.evaluate(CHANGED)
    newest = {"undertide.changes": "5", "seat": "two", "login": "ann"}
    assert told["killed"] == {**newest, "other": "thing", "mine": "too"}
    assert told["emptied"] == newest
    assert told["current"] == {"undertide.changes": "5", "seat": "three"}


def test_a_browser_that_takes_no_copy_keeps_what_it_can(modules: Page) -> None:
    assert modules.evaluate(REFUSED) == ["undertide.changes"]


def test_a_page_takes_its_seat_by_the_newest_token(page: Page) -> None:
    scripted = ScriptedPage(page)
    scripted.visit()
    assert page.evaluate(LOST) == [1]
    page.goto("about:blank")
    scripted.visit("#/play/k7m2q")
    until(page, lambda: scripted.of(Join) == [Join("k7m2q", "Ann", b"\2")])
    assert page.evaluate(SEATS) == [[2], ["k7m2q"]]
