"""What the page sends is put together from the schema."""

from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page

from support.client.protocol_examples import client_examples, named
from undertide_shared.codec import decode_client
from undertide_shared.messages import Act, Create, Govern, Join, Move, Watch
from undertide_shared.messages.wire import WireStruct, tag_name

BUILD = """async (asked) => {
    const requests = await load("net/requests");
    const { encode } = await load("net/codec");
    const built = ({ kind, tag, given }) =>
        requests[kind](tag, Object.fromEntries(Object.entries(given).map(([name, value]) =>
            [name, value?.bytes ? Uint8Array.from(value.bytes)
                : value?.kind ? built(value) : value])));
    try { return asked.map((each) => [...encode(built(each))]); }
    catch (fault) { return fault.message; }
}"""
KINDS = {"intent": "intent", "order": "order"}
"""The fields that hold something with a tag of its own, and what makes it."""


def asked(message: WireStruct, kind: str = "message") -> dict[str, Any]:
    """Return what a test tells the page to put together: a message by the names of its fields."""
    given = {name: _given(name, getattr(message, name)) for name in message.__struct_fields__}
    return {"kind": kind, "tag": tag_name(type(message)), "given": given}


def _given(name: str, value: Any) -> Any:
    if name in KINDS:
        return asked(value, KINDS[name])
    if isinstance(value, WireStruct):
        return msgspec.to_builtins(value)
    return {"bytes": named(value)} if isinstance(value, bytes) else named(value)


def test_every_message_is_put_together_by_names(modules: Page) -> None:
    examples = client_examples()
    built = modules.evaluate(BUILD, [asked(each) for each in examples])
    assert [decode_client(bytes(each)) for each in built] == examples


def test_fields_that_are_not_given_have_their_defaults(modules: Page) -> None:
    told = modules.evaluate(
        BUILD,
        [
            {"kind": "message", "tag": "join", "given": {"session": "s", "name": "Ann"}},
            {"kind": "message", "tag": "watch", "given": {"session": "s", "seat": 2}},
            {"kind": "message", "tag": "create", "given": {}},
        ],
    )
    expected = [Join("s", "Ann"), Watch("s", "", 2), Create()]
    assert [decode_client(bytes(each)) for each in told] == expected


@pytest.mark.parametrize(
    ("tag", "given", "reason"),
    [
        ("join", {"session": "s"}, "join lacks its name"),
        ("join", {"session": "s", "name": "Ann", "nmae": 1}, "join has no nmae"),
        ("jion", {}, "nothing is called jion"),
        ("toString", {}, "nothing is called toString"),
    ],
)
def test_what_the_protocol_has_not_is_not_put_together(
    modules: Page, tag: str, given: dict[str, Any], reason: str
) -> None:
    assert modules.evaluate(BUILD, [{"kind": "message", "tag": tag, "given": given}]) == reason


def test_the_examples_have_intents_and_orders() -> None:
    kinds = {type(each) for each in client_examples()}
    assert {Act, Govern} <= kinds
    assert any(
        isinstance(each, Act) and isinstance(each.intent, Move) for each in client_examples()
    )
