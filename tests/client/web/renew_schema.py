"""Write the page's copy of what it and its server agree on: run this when that has changed.

    .venv/bin/python tests/client/web/renew_schema.py

`schema.js` holds the limits and words of `undertide_shared` and, for every part and message that a
server sends, its fields in their order, the type of each with its bound, and the values of those
that a server may leave out. It has the fields and values of what a client sends too: messages,
intents and orders. Bounds and words that are the terminal client's own come from its modules.
"""

import dataclasses
import inspect
import json
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal, get_args, get_origin, get_type_hints

import msgspec

import undertide_client.web
from undertide_client.model import scene
from undertide_client.net import destination, errors, intents, paced_sender, repairs
from undertide_client.saved import tokens
from undertide_shared import limits, messages
from undertide_shared.closing import Closing
from undertide_shared.codes import SEPARATOR
from undertide_shared.messages import (
    CLIENT_MESSAGES,
    INTENTS,
    LEGAL,
    ORDERS,
    PROTOCOL,
    SERVER_MESSAGES,
    SUBPROTOCOL,
    Options,
    SeatQuestion,
    fields,
    hero,
    sights,
    words,
)
from undertide_shared.messages.fields import Listed, Number, Otherwise
from undertide_shared.messages.wire import WireStruct, tag_name
from undertide_shared.text import BLANK, LETTERS, SERVER_MARK
from undertide_shared.time import TICKS_PER_TURN, UNSTATED_RATE

SCHEMA: Final = Path(undertide_client.web.__file__).parent / "generated" / "schema.js"
COLUMNS: Final = 100
HEAD: Final = """\
/**
 * What this page and its server agree on. tests/client/web/renew_schema.py writes this file from
 * undertide_shared: change it there.
 */
"""


CLIENT_LIMITS: Final = (scene, destination, intents, paced_sender, repairs, tokens)
"""The modules of the terminal client whose bounds hold on the page too."""
PLAIN: Final = {int: "int", str: "text", bytes: "bytes", bool: "bool"}
ALIASES: Final[dict[Any, str]] = {}
for module in (fields, sights, hero):
    for name, alias in vars(module).items():
        if get_origin(alias) is Annotated:
            ALIASES.setdefault(alias, name)
"""The names of types with a bound."""
WORD_NAMES: Final = {
    each: name for name, each in vars(words).items() if get_origin(each) is Literal
}
"""The names of sets of words."""
REFUSALS: Final = ("BUSY", "STALE", "NO_SESSION", "ENTRY_REFUSALS")
"""The refusals in `net.errors` that the page needs."""


def main() -> None:
    """Write the file, and tell whether it has changed."""
    before, after = SCHEMA.read_text(encoding="utf-8"), schema()
    SCHEMA.write_text(after, encoding="utf-8")
    print("changed" if before != after else "unchanged")


def schema() -> str:
    """Return the text of `schema.js`."""
    parts, answers = dict(_parts()), _by_tag(SERVER_MESSAGES)
    blocks = [
        HEAD,
        _constants({"PROTOCOL": PROTOCOL, "SUBPROTOCOL": SUBPROTOCOL}),
        _documented("Ticks that a floor lives through in a second of real time."),
        _constants({"UNSTATED_RATE": UNSTATED_RATE}),
        _documented("Ticks of a step at normal speed, which players call a turn."),
        _constants({"TICKS_PER_TURN": TICKS_PER_TURN}),
        "\n/* Limits: undertide_shared/limits says what each bounds. */\n",
        _constants({name: each for name, each in vars(limits).items() if name.isupper()}),
        "\n/* Bounds of clients: the terminal client's modules say what each bounds. */\n",
        _constants(_client_limits()),
        _documented("Letters, marks and symbols that show nothing, as a character class has them."),
        _constants({"BLANK": _ranges(BLANK)}),
        _documented("The mark before the server's own lines of chat."),
        _constants({"SERVER_MARK": SERVER_MARK}),
        _documented("The letters by which players choose things in lists."),
        _constants({"LETTERS": LETTERS}),
        _documented("The text between a session's id and the secret of its invite code."),
        _constants({"SEPARATOR": SEPARATOR}),
        _documented("Stands in place of a session's id for one that is made for the player."),
        _constants({"NEW_SESSION": destination.NEW_SESSION}),
        _documented("Codes with which a server closes a connection."),
        _table("CLOSING", {each.name: each.value for each in Closing}),
        _documented("The words that a field of each type may hold."),
        _table("WORDS", dict(_words())),
        _documented("The errors of a server, by what a client does about them."),
        _constants({name: _listed(getattr(errors, name)) for name in REFUSALS}),
        _documented("Types of fields that have a name, as `net/types.js` makes them."),
        _table("TYPES", {name: _spelt(each) for each, name in ALIASES.items()}),
        _documented("The fields of each part, with their types: the name of one, or its spelling."),
        _table("PARTS", _types(parts)),
        _documented("The fields of each message, by its tag."),
        _table("ANSWERS", _types(answers)),
        _documented("The values of fields that a server may leave out, as they go over the wire."),
        _table("DEFAULTS", _all_defaults(parts | answers)),
        _documented("The fields of each message of a client, of each intent and of each order."),
        *_tables(CLIENT_MESSAGES, "REQUEST"),
        *_tables(INTENTS, "INTENT"),
        *_tables(ORDERS, "ORDER"),
        _documented("The tags of the messages that a client may send in each state."),
        _table("LEGAL", {state.name: list(map(tag_name, LEGAL[state])) for state in LEGAL}),
    ]
    return "".join(blocks)


def _parts() -> Iterator[tuple[str, type[WireStruct]]]:
    """Yield the parts that servers send, without those that only clients do."""
    for name, each in vars(messages).items():
        is_part = inspect.isclass(each) and issubclass(each, WireStruct)
        if is_part and not each.__struct_config__.tag and each not in {Options, SeatQuestion}:
            yield name, each


def _by_tag(kinds: Iterable[type[WireStruct]]) -> dict[str, type[WireStruct]]:
    return {tag_name(each): each for each in kinds}


def _types(structs: Mapping[str, type[WireStruct]]) -> dict[str, dict[str, Any]]:
    hints = {name: get_type_hints(each, include_extras=True) for name, each in structs.items()}
    return {
        name: {field: _named(hint) for field, hint in each.items()} for name, each in hints.items()
    }


def _named(hint: Any) -> Any:
    """Return a type as the page reads it: the name of one that has a name, or its spelling."""
    if hint in ALIASES:
        return ALIASES[hint]
    return WORD_NAMES.get(hint) or _spelt(hint)


def _spelt(hint: Any) -> Any:
    """Return the spelling of a type: the name of a plain one, or an array that begins with one."""
    inner = get_args(hint)
    match get_origin(hint):
        case None:
            spelt: Any = PLAIN.get(hint) or hint.__name__
        case origin if origin is Annotated:
            spelt = _bounded(*inner)
        case origin if origin is Literal:
            spelt = ["oneOf", list(inner)]
        case origin if origin in {list, tuple}:
            spelt = [origin.__name__, *map(_named, inner)]
        case _:
            held, nothing = inner
            assert nothing is type(None)
            spelt = ["maybe", _named(held)]
    return spelt


def _bounded(hint: Any, bound: Any) -> list[Any]:
    """Return the spelling of a type with a bound: its name, and its values on the page."""
    if isinstance(bound, Otherwise):
        return ["oneOf", WORD_NAMES.get(hint) or list(_words_of(hint)), bound.word]
    held = [_named(get_args(hint)[0])] if isinstance(bound, Listed) else []
    values = [getattr(bound, each.name) for each in dataclasses.fields(bound)]
    if isinstance(bound, Number):
        values.pop()  # The page holds all numbers to their bounds, the firm and the others.
    while values and (values[-1] is None or values[-1] is False):
        values.pop()
    return [type(bound).__name__, *held, *values]


def _words_of(hint: Any) -> Iterator[str]:
    """Yield the words of a type, or of the types of a union."""
    for each in get_args(hint):
        if isinstance(each, str):
            yield each
        else:
            yield from _words_of(each)


def _fields(structs: Mapping[str, type[WireStruct]]) -> dict[str, tuple[str, ...]]:
    return {name: each.__struct_fields__ for name, each in structs.items()}


def _all_defaults(structs: Mapping[str, type[WireStruct]]) -> dict[str, dict[str, Any]]:
    found = {name: _defaults(each) for name, each in structs.items()}
    return {name: each for name, each in found.items() if each}


def _tables(kinds: Iterable[type[WireStruct]], name: str) -> Iterator[str]:
    """Yield the tables of the fields, and of their defaults, of what a client sends."""
    structs = _by_tag(kinds)
    yield _table(f"{name}_FIELDS", _fields(structs))
    yield _table(f"{name}_DEFAULTS", _all_defaults(structs))


def _client_limits() -> dict[str, object]:
    """Return the bounds that the modules of the terminal client define, by name."""
    return {
        name: each
        for module in CLIENT_LIMITS
        for name, each in vars(module).items()
        if name.isupper() and isinstance(each, int | float) and name not in vars(limits)
    }


def _listed(words: str | Iterable[str]) -> str | list[str]:
    return words if isinstance(words, str) else sorted(words)


def _words() -> Iterator[tuple[str, tuple[str, ...]]]:
    for each, name in WORD_NAMES.items():
        yield name, get_args(each)


def _defaults(struct: type[WireStruct]) -> dict[str, Any]:
    """Return the values of the fields that may be left out, as they go over the wire."""
    found = {}
    for field in msgspec.structs.fields(struct):
        if field.default is not msgspec.NODEFAULT:
            found[field.name] = msgspec.to_builtins(field.default, builtin_types=(bytes,))
        elif field.default_factory is not msgspec.NODEFAULT:
            found[field.name] = msgspec.to_builtins(field.default_factory())
    return found


def _ranges(characters: Iterable[str]) -> str:
    """Return characters as a regular expression's class has them between its brackets."""
    points = sorted(map(ord, characters))
    starts = [point for point in points if point - 1 not in points]
    ends = [point for point in points if point + 1 not in points]
    return "".join(
        chr(start) if start == end else f"{chr(start)}-{chr(end)}"
        for start, end in zip(starts, ends, strict=True)
    )


def _documented(text: str) -> str:
    return f"\n/** {text} */\n"


def _constants(values: Mapping[str, object]) -> str:
    return "".join(_constant(name, each) for name, each in values.items())


def _constant(name: str, value: object) -> str:
    whole = f"export const {name} = {_literal(value)};\n"
    if len(whole) <= COLUMNS + 1 or not isinstance(value, list):
        return whole
    inside = textwrap.fill(_literal(value)[1:-1], COLUMNS - 2, break_long_words=False)
    return f"export const {name} = [\n{textwrap.indent(inside, '  ')},\n];\n"


def _table(name: str, rows: Mapping[str, object]) -> str:
    lines = "".join(_row(key, value) for key, value in rows.items())
    return f"export const {name} = {{\n{lines}}};\n"


def _row(key: str, value: object) -> str:
    """Return an entry of a table; one that is too long for its line goes on below it."""
    text, name = _literal(value), _key(key)
    whole = f"  {name}: {text},"
    if len(whole) <= COLUMNS:
        return f"{whole}\n"
    # A field stays on a line with its type.
    inside = ", ".join(each.replace(" ", "\0") for each in _entries(value))
    inside = textwrap.fill(inside, COLUMNS - 4, break_long_words=False).replace("\0", " ")
    return f"  {name}: {text[0]}\n{textwrap.indent(inside, '    ')},\n  {text[-1]},\n"


def _entries(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [f"{_key(key)}: {_literal(each)}" for key, each in value.items()]
    return [_literal(each) for each in value]


def _key(name: str) -> str:
    return name if name.isidentifier() else json.dumps(name)


def _literal(value: object) -> str:
    """Return a value as JavaScript writes it. Bytes have no form in JSON."""
    match value:
        case bytes():
            return f"Uint8Array.of({', '.join(map(str, value))})"
        case dict():
            return f"{{ {', '.join(_entries(value))} }}" if value else "{}"
        case list() | tuple():
            return f"[{', '.join(map(_literal, value))}]"
        case _:
            return json.dumps(value)


if __name__ == "__main__":
    main()
