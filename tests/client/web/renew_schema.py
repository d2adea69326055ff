"""Write the page's copy of what it and its server agree on: run this when that has changed.

    .venv/bin/python tests/client/web/renew_schema.py

`schema.js` holds the limits and words of `undertide_shared` and, for every part and message that a
server sends, its fields in their order and the values of those that a server may leave out.
"""

import inspect
import json
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Literal, get_args, get_origin

import msgspec

import undertide_client.web
from undertide_shared import limits
from undertide_shared.closing import Closing
from undertide_shared.messages import PROTOCOL, SERVER_MESSAGES, SUBPROTOCOL, parts, words
from undertide_shared.messages.wire import WireStruct
from undertide_shared.text import BLANK, SERVER_MARK
from undertide_shared.time import TICKS_PER_TURN, UNSTATED_RATE

SCHEMA: Final = Path(undertide_client.web.__file__).parent / "generated" / "schema.js"
COLUMNS: Final = 100
HEAD: Final = """\
/**
 * What this page and its server agree on. tests/client/web/renew_schema.py writes this file from
 * undertide_shared: change it there.
 */
"""


def main() -> None:
    """Write the file, and tell whether it has changed."""
    before, after = SCHEMA.read_text(encoding="utf-8"), schema()
    SCHEMA.write_text(after, encoding="utf-8")
    print("changed" if before != after else "unchanged")


def schema() -> str:
    """Return the text of `schema.js`."""
    structs = dict(_parts()) | dict(_messages())
    defaults = {name: _defaults(each) for name, each in structs.items()}
    blocks = [
        HEAD,
        _constants({"PROTOCOL": PROTOCOL, "SUBPROTOCOL": SUBPROTOCOL}),
        _documented("Ticks that a floor lives through in a second of real time."),
        _constants({"UNSTATED_RATE": UNSTATED_RATE}),
        _documented("Ticks of a step at normal speed, which players call a turn."),
        _constants({"TICKS_PER_TURN": TICKS_PER_TURN}),
        "\n/* Limits: undertide_shared/limits says what each bounds. */\n",
        _constants({name: each for name, each in vars(limits).items() if name.isupper()}),
        _documented("Letters, marks and symbols that show nothing, as a character class has them."),
        _constants({"BLANK": _ranges(BLANK)}),
        _documented("The mark before the server's own lines of chat."),
        _constants({"SERVER_MARK": SERVER_MARK}),
        _documented("Codes with which a server closes a connection."),
        _table("CLOSING", {each.name: each.value for each in Closing}),
        _documented("The words that a field of each type may hold."),
        _table("WORDS", dict(_words())),
        _documented("The fields of each part, by its name, and of each message, by its tag."),
        _table("FIELDS", {name: each.__struct_fields__ for name, each in structs.items()}),
        _documented("The values of fields that a server may leave out, as they go over the wire."),
        _table("DEFAULTS", {name: each for name, each in defaults.items() if each}),
    ]
    return "".join(blocks)


def _parts() -> Iterator[tuple[str, type[WireStruct]]]:
    for name, each in vars(parts).items():
        if inspect.isclass(each) and issubclass(each, WireStruct) and each is not WireStruct:
            yield name, each


def _messages() -> Iterator[tuple[str, type[WireStruct]]]:
    every: tuple[type[WireStruct], ...] = SERVER_MESSAGES
    for each in every:
        yield str(each.__struct_config__.tag), each


def _words() -> Iterator[tuple[str, tuple[str, ...]]]:
    for name, each in vars(words).items():
        if get_origin(each) is Literal:
            yield name, get_args(each)


def _defaults(struct: type[WireStruct]) -> dict[str, Any]:
    """Return the values of the fields that may be left out, as they go over the wire."""
    found = {}
    for field in msgspec.structs.fields(struct):
        if field.default is not msgspec.NODEFAULT:
            found[field.name] = msgspec.to_builtins(field.default)
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
    return "".join(f"export const {name} = {json.dumps(each)};\n" for name, each in values.items())


def _table(name: str, rows: Mapping[str, object]) -> str:
    lines = "".join(_row(key, value) for key, value in rows.items())
    return f"export const {name} = {{\n{lines}}};\n"


def _row(key: str, value: object) -> str:
    """Return an entry of a table; one that is too long for its line goes on below it."""
    whole = f"  {key}: {json.dumps(value)},"
    if len(whole) <= COLUMNS:
        return f"{whole}\n"
    text = json.dumps(value)
    inside = textwrap.fill(text[1:-1], COLUMNS - 4, break_long_words=False)
    return f"  {key}: {text[0]}\n{textwrap.indent(inside, '    ')},\n  {text[-1]},\n"


if __name__ == "__main__":
    main()
