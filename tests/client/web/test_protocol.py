from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page

from support.client.client_examples import keyframe
from support.client.dirty_examples import CLEANED
from support.client.protocol_examples import named, server_examples
from undertide_shared import messages, text
from undertide_shared.codec import encode
from undertide_shared.messages import (
    SERVER_MESSAGES,
    Chat,
    Roster,
    SeatInfo,
    SessionInfo,
    Sessions,
    Welcome,
)

READ = """async (bytes) => {
    const { read } = await load("net/protocol");
    const { BadMessage } = await load("net/types");
    try { return read(Uint8Array.from(bytes)); }
    catch (fault) { return fault instanceof BadMessage ? `refused: ${fault.message}` : null; }
}"""
READ_ALL = """async (every) => {
    const { read } = await load("net/protocol");
    const plain = (value) => value instanceof Uint8Array ? [...value]
        : Array.isArray(value) ? value.map(plain)
        : value !== null && typeof value === "object"
            ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]))
        : value;
    return every.map((bytes) => plain(read(Uint8Array.from(bytes))));
}"""
CLEAN = """async ([texts, limit]) => {
    const { line } = await load("net/text");
    return texts.map((each) => line(each, limit));
}"""


def read(page: Page, data: bytes) -> Any:
    return page.evaluate(READ, list(data))


def test_every_field_of_every_message_is_read(modules: Page) -> None:
    examples = server_examples()
    assert {type(each) for each in examples} == set(SERVER_MESSAGES)
    told = modules.evaluate(READ_ALL, [list(encode(each)) for each in examples])
    for message, read_as in zip(examples, told, strict=True):
        assert read_as == named(message)


def test_fields_that_were_left_out_are_as_the_protocol_says(modules: Page) -> None:
    told = read(modules, msgspec.msgpack.encode(["roster", [[0, "Ann", 1, True]], ["Zoe"]]))
    plain = Roster([SeatInfo(0, "Ann", 1, True)], ["Zoe"])
    assert told == read(modules, encode(plain))


def test_fields_that_only_a_newer_server_has_are_passed_over(modules: Page) -> None:
    assert read(modules, msgspec.msgpack.encode(["moment", 8, 100, 900, "and more"])) == {
        "tag": "moment",
        "tick": 8,
        "speed": 100,
        "elapsed": 900,
    }


def test_messages_that_only_a_newer_server_has_are_passed_over(modules: Page) -> None:
    assert read(modules, msgspec.msgpack.encode(["weather", 1])) is None
    assert read(modules, msgspec.msgpack.encode(["toString", 1])) is None


def test_words_that_only_a_newer_server_has_are_the_plainest(modules: Page) -> None:
    raw = msgspec.msgpack.decode(encode(keyframe()))
    raw[10][0] = "dreamlike"
    assert read(modules, msgspec.msgpack.encode(raw))["pace"]["mode"] == "idle"


@pytest.mark.parametrize(
    ("value", "where"),
    [
        (["moment", "8", 100], "moment: tick"),
        (["moment", 8], "moment: speed"),
        (["sessions", [["k7m2q", "default", "auto", 1, 2, 3]]], "sessions: sessions: 0: deepest"),
        (["chat", "Ann", 0, None], "chat: text"),
        (["key", 1, None, [1, 1, "x", 8]], "key: floor: height"),
        ([1], "expected an array that begins with a tag"),
        ([], "expected an array that begins with a tag"),
    ],
)
def test_what_is_wrong_is_refused_with_its_place(
    modules: Page, value: list[Any], where: str
) -> None:
    assert where in read(modules, msgspec.msgpack.encode(value))


def test_text_is_cleaned_before_anything_can_show_it(modules: Page) -> None:
    chat = read(modules, encode(Chat("An\x1b[31mn\u202e", 0, "one\ntwo\u200b \x07three")))
    assert (chat["name"], chat["text"]) == ("An[31mn", "one two three")
    info = SessionInfo("k\x1b", "default\x00", "auto", 1, 2, 3, 4, subtitle="a" * 1000)
    told = read(modules, encode(Sessions([info])))["sessions"][0]
    assert told["preset"] == "default"
    assert len(told["subtitle"]) == 400


def test_hostile_messages_are_cleaned_as_the_terminal_does(modules: Page) -> None:
    told = modules.evaluate(READ_ALL, [list(encode(dirty)) for dirty, _ in CLEANED])
    for (_, clean), read_as in zip(CLEANED, told, strict=True):
        assert read_as == named(clean)


def test_a_link_leads_to_a_page_or_a_file_of_the_server(modules: Page) -> None:
    wheel = "/client/undertide-0.1.0+local-py3-none-any.whl"
    good = Welcome(1, "s", [], source="https://example.org/undertide", wheel=wheel)
    bad = Welcome(1, "s", [], source="javascript:alert(1)", wheel="https://elsewhere/x.whl")
    told = modules.evaluate(READ_ALL, [list(encode(each)) for each in (good, bad)])
    kept = [(each["source"], each["wheel"]) for each in told]
    assert kept == [(good.source, good.wheel), ("", "")]


def test_a_glyph_is_one_visible_character(modules: Page) -> None:
    kinds = [
        messages.Kind(number, "item", "thing", glyph, 0)
        for number, glyph in enumerate(["@", "♛", " ", "ab", "", "\u0301", "\u202e", "\x1b"])
    ]
    told = read(modules, encode(keyframe(kinds=kinds, sightings=[])))
    assert [kind["glyph"] for kind in told["kinds"]] == ["@", "♛", " ", *"?????"]


def test_text_is_cleaned_as_the_terminal_does(modules: Page) -> None:
    odd = [
        *(
            "plain",
            "  a \t b\n",
            "e\u0301",
            "a" + "\u0301" * 9,
            "\u2800\u3164x",
            "a\ufe0fb",
            "\ue000",
        ),
        *("😀😀", "مرحبا", "\u202eabc", "x" * 60, "၍ို့", "\x85a\u2028b"),
    ]
    assert modules.evaluate(CLEAN, [odd, 40]) == [text.clean(each, 40) for each in odd]
