"""docs/protocol.md says what the code does: fields, bytes, limits, and a client that works."""

import asyncio
import json
import re
import sys
import tomllib
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import msgspec
import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.typing import Subprotocol

from support.content.scripts import load_script
from undertide_server.accounts.reports import REPORTS_AT_ONCE
from undertide_server.content.records.gear import STATS
from undertide_server.content.records.gearing import Limit
from undertide_server.content.schema.fields import DAMAGE_TYPES
from undertide_shared import limits, messages
from undertide_shared.closing import Closing
from undertide_shared.codec import decode_client, decode_server, encode
from undertide_shared.limits import MAX_CLIENT_ITEMS, MAX_NESTING
from undertide_shared.messages import (
    CLIENT_MESSAGES,
    INTENTS,
    LEGAL,
    ORDERS,
    SERVER_MESSAGES,
    SUBPROTOCOL,
    Act,
    ClientMessage,
    Condition,
    Delta,
    ErrorCode,
    Explore,
    Govern,
    Hello,
    IntentReport,
    Join,
    Landmark,
    Move,
    PackItem,
    Resync,
    ServerMessage,
    SpellInfo,
    State,
)

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
TEXT = PAGE.read_text(encoding="utf-8")
RENEW = load_script(Path(__file__).parent / "renew_protocol.py")
SECTIONS: dict[str, str] = dict(
    re.findall(r"^#+ ([^\n]+)\n(.*?)(?=^#+ |\Z)", TEXT, re.MULTILINE | re.DOTALL)
)

TAGGED: tuple[Any, ...] = CLIENT_MESSAGES + SERVER_MESSAGES + INTENTS + ORDERS
STRUCTS: dict[str, Any] = {each.__struct_config__.tag: each for each in TAGGED} | {
    name: each
    for name, each in vars(messages).items()
    if isinstance(each, type)
    and issubclass(each, msgspec.Struct)
    and each not in TAGGED
    and not name.startswith("_")
}
STRUCT_TAGS = {each: each.__struct_config__.tag for each in TAGGED}
WORDS: dict[str, Any] = {
    name: each for name, each in vars(messages).items() if get_origin(each) is Literal
}
HEX = re.compile(r"[0-9a-f]{2}( [0-9a-f]{2})*")


# --- reading the page ---------------------------------------------------------------------------


def table(section: str, first: str = "Field") -> list[dict[str, str]]:
    """Return the rows of the section's table whose first column has this name, by column."""
    lines = [line for line in SECTIONS[section].splitlines() if line.startswith("|")]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    for index, row in enumerate(rows):
        if row[0] == first:
            return [dict(zip(row, cells, strict=True)) for cells in rows_below(rows[index + 2 :])]
    return []


def rows_below(rows: list[list[str]]) -> list[list[str]]:
    """Return rows up to the heading of the next table."""
    rules = [index for index, row in enumerate(rows) if set(row[0]) == {"-"}]
    return rows[: rules[0] - 1] if rules else rows


def fenced(section: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", SECTIONS[section], re.MULTILINE | re.DOTALL)


def examples(section: str) -> list[tuple[list[Any], bytes]]:
    """Return the section's examples: each a value and the bytes below it."""
    found: list[tuple[list[Any], bytes]] = []
    value: list[str] = []
    for line in "".join(fenced(section, "example")).splitlines():
        if not HEX.fullmatch(line):
            value.append(line)
            continue
        if value:
            found.append((read_value("\n".join(value)), b""))
            value = []
        found[-1] = (found[-1][0], found[-1][1] + bytes.fromhex(line))
    assert value == [], f"no bytes below {value}"
    return found


def read_value(text: str) -> list[Any]:
    """Return a value in the page's notation: JSON, with bytes as h'…'."""
    json_text = re.sub(r"h'([0-9a-f]*)'", r'{"bytes": "\1"}', text)
    value = json.loads(json_text, object_hook=lambda held: bytes.fromhex(held["bytes"]))
    assert isinstance(value, list)
    return value


EXAMPLES = [(tag, value, data) for tag in SECTIONS for value, data in examples(tag)]


def decode(data: bytes, tag: str) -> ClientMessage | ServerMessage:
    return decode_server(data) if STRUCTS[tag] in SERVER_MESSAGES else decode_client(data)


# --- fields -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", STRUCTS)
def test_a_table_names_every_field_in_its_order(name: str) -> None:
    assert [row["Field"] for row in table(name)] == list(STRUCTS[name].__struct_fields__)


@pytest.mark.parametrize("name", STRUCTS)
def test_a_table_says_what_every_field_means(name: str) -> None:
    assert all(row["Meaning"] for row in table(name))


@pytest.mark.parametrize("name", STRUCTS)
def test_a_section_without_a_table_says_that_there_are_no_fields(name: str) -> None:
    prose = " ".join(SECTIONS[name].split())
    assert ("No fields." in prose) == (table(name) == [])


@pytest.mark.parametrize("name", sorted(WORDS.keys() - {"ErrorCode"}))
def test_a_table_names_every_word(name: str) -> None:
    assert [row["Word"] for row in table(name, "Word")] == [f"`{w}`" for w in get_args(WORDS[name])]


@pytest.mark.parametrize(("section", "words"), [("Damage types", DAMAGE_TYPES), ("Figures", STATS)])
def test_a_table_names_every_word_of_the_rules(section: str, words: Sequence[str]) -> None:
    assert [row["Word"] for row in table(section, "Word")] == [f"`{word}`" for word in words]


def test_a_chapter_names_every_limit_of_gear() -> None:
    prose = SECTIONS["Gear"]
    assert all(f"`{limit}`" in prose for limit in get_args(Limit))


def test_a_table_names_every_error_code() -> None:
    codes = [row["Code"] for row in table("ErrorCode", "Code")]
    assert codes == [f"`{code}`" for code in get_args(ErrorCode)]


def test_a_table_names_every_close_code() -> None:
    codes = [row["Close code"] for row in table("ErrorCode", "Close code")]
    assert codes == [str(int(code)) for code in Closing]


# --- examples -----------------------------------------------------------------------------------


@pytest.mark.parametrize("tag", STRUCT_TAGS.values())
def test_every_message_and_intent_has_an_example(tag: str) -> None:
    assert examples(tag)


@pytest.mark.parametrize(("tag", "value", "data"), EXAMPLES)
def test_the_bytes_of_an_example_are_exactly_its_message(
    tag: str, value: list[Any], data: bytes
) -> None:
    message = msgspec.convert(value, type(decode(data, tag)), builtin_types=(bytes,))
    assert decode(data, tag) == message
    assert encode(message) == data, "renew_protocol.py writes the bytes anew"
    assert msgspec.msgpack.decode(data) == value, "an example leaves out no field"


@pytest.mark.parametrize(("tag", "value", "data"), EXAMPLES)
def test_an_example_is_of_its_section(tag: str, value: list[Any], data: bytes) -> None:
    message = decode(data, tag)
    assert isinstance(shown_by(message, tag), STRUCTS[tag])


def shown_by(message: ClientMessage | ServerMessage, tag: str) -> object:
    """Return what an example is there for: a message, or the intent or order that it carries."""
    if isinstance(message, Act) and tag != "act":
        return message.intent
    if isinstance(message, Govern) and tag != "govern":
        return message.order
    return message


def test_tables_and_examples_stand_as_they_are_renewed() -> None:
    assert RENEW.renewed(TEXT) == TEXT, "run tests/shared/renew_protocol.py"


def test_a_table_that_lacks_a_field_gets_it_with_its_type_and_its_docstring() -> None:
    row = "| grain | int | 0 to 100 | `0` |"
    assert TEXT.count(row) == 1
    without = "\n".join(line for line in TEXT.split("\n") if not line.startswith(row))
    (renewed,) = (line for line in RENEW.renewed(without).split("\n") if line.startswith(row))
    meaning = "how unevenly the surface takes light: its cells differ by that many percent"
    assert renewed == f"{row} {meaning} |"


def test_a_docstring_says_what_a_field_means_whatever_stood_on_the_page() -> None:
    meaning = "how unevenly the surface takes light"
    assert TEXT.count(f"| {meaning}: ") == 1
    assert RENEW.renewed(TEXT.replace(f"| {meaning}: ", "| sandiness: ", 1)) == TEXT


def test_a_docstring_that_names_another_message_links_to_it() -> None:
    anchors = {"cast": "cast-1"}
    meanings = RENEW.described(SpellInfo, anchors)
    assert meanings["spell"] == "its key, for [cast](#cast-1)"
    assert meanings["does"] == "what [cast](#cast-1) does: each an `Effect`, the main one first"


def test_sections_of_one_name_have_anchors_of_their_own() -> None:
    text = "## cast\n\n### Effect\n\n### cast\n"
    assert RENEW.anchors_of(text) == {"Effect": "effect", "cast": "cast-1"}


def test_a_table_loses_fields_that_are_gone_and_keeps_what_others_mean() -> None:
    gone = TEXT.replace("| grain |", "| sand | int | | `0` | grains |\n| grain |", 1)
    assert RENEW.renewed(gone) == TEXT


def test_an_example_that_lacks_fields_gets_their_defaults() -> None:
    page = '```example\n["moment", 8, 100]\n```'
    assert RENEW.renewed(page).startswith('```example\n["moment", 8, 100, 0]\n94 a6 6d')


def test_a_long_example_keeps_its_texts_whole_and_gives_each_list_a_line() -> None:
    said = "It was a very long and tedious story of ten words."
    name = ["tutorial", "The Tutorial", said, [said]]
    page = f"```example\n{json.dumps(['welcome', 1, 's', [], [], None, [1, 2, []], [name]])}\n```"
    lines = RENEW.renewed(page).splitlines()
    assert lines[1:7] == [
        '["welcome", 1, "s",',
        "  [],",
        "  [],",
        "  null,",
        "  [1, 2, []],",
        f'  [["tutorial", "The Tutorial", "{said}",',
    ]
    assert lines[7:9] == [f'   ["{said}"], []]],', '  "", "", ""]']


@pytest.mark.parametrize(
    ("kind", "field", "words"),
    [
        (PackItem, "name", ("text", "80 characters", "")),
        (PackItem, "glyph", ("text", "one glyph", "")),
        (PackItem, "letter", ("text", "one letter", '`""`')),
        (PackItem, "figures", ("list of (text, int)", "32 elements, each 40 characters", "`[]`")),
        (PackItem, "suits", ("int or null", "", "`null`")),
        (Landmark, "tick", ("int", "0 to 1000000000", "")),
        (Landmark, "kind", ("[LandmarkKind](#landmarkkind)", "", "")),
        (Join, "token", ("bytes", "", "`h''`")),
        (Govern, "order", ("[order](#orders)", "", "")),
    ],
)
def test_a_row_says_the_type_the_bound_and_the_default(
    kind: Any, field: str, words: tuple[str, ...]
) -> None:
    assert (field, *words) in RENEW.field_rows(kind)


# --- states and limits --------------------------------------------------------------------------


def test_the_table_of_states_is_the_law() -> None:
    rows = table("States", "State")
    assert [row["State"] for row in rows] == [state.name.lower() for state in State]
    for row, state in zip(rows, State, strict=True):
        tags = [STRUCT_TAGS[each] for each in LEGAL[state]]
        assert sorted(re.findall(r"`([\w?]+)`", row["May send"])) == sorted(tags)


def test_the_table_of_bounds_is_the_law() -> None:
    values = [row["Bounds"] for row in table("Bounds")]
    assert [int(number) for text in values for number in re.findall(r"\d+", text)] == [
        *(limits.MAX_KEY, 0, limits.MAX_HEROES - 1, 0),
        *(limits.MAX_SEATS, limits.MAX_DELAY, limits.MAX_MINUTES),
        *(limits.MAX_NUMBER, 0, 0, limits.MAX_NUMBER),
    ]
    sizes = {limits.MAX_KEY, limits.MAX_SAID, limits.MAX_NETWORK, limits.MAX_TOKEN}
    assert (sizes, limits.MAX_RAW) == ({limits.MAX_KEY}, 4)


def test_the_table_of_limits_is_the_law() -> None:
    settings = (files("undertide_config") / "server.toml").read_text(encoding="utf-8")
    host = tomllib.loads(settings)["limits"]
    values = {row["Limit"]: int(row["Value"].split()[0]) for row in table("Connection", "Limit")}
    assert values == {
        "Bytes of a message to the server": limits.MAX_CLIENT_MESSAGE,
        "Bytes of a message to the client": limits.MAX_SERVER_MESSAGE,
        "Elements of an array to the server": MAX_CLIENT_ITEMS,
        "Arrays within arrays": MAX_NESTING,
        "Seconds until `hello`": host["handshake_seconds"],
        "Messages a second, in the long run": host["messages_per_second"],
        "Messages at once": host["message_burst"],
        "Bytes a second, in the long run": host["bytes_per_second"],
        "Bytes that a seat adds to the journal of its run in an hour": host[
            "journal_bytes_per_hour"
        ],
        "Reports from one address": REPORTS_AT_ONCE,
        "Orders from one address in an hour": host["audit_entries_per_hour"],
        "Faulty messages": host["bad_messages"],
        "Seconds of silence in the lobby": host["idle_lobby_seconds"],
        "Bytes that the server keeps for a slow client": host["soft_buffer_bytes"],
        "Characters of a name": limits.MAX_NAME,
        "Characters of a chat line": limits.MAX_CHAT,
    }


def test_sequences_go_as_far_as_the_page_says() -> None:
    assert str(limits.MAX_SEQUENCE) in SECTIONS["act"]
    assert str(limits.MAX_SEQUENCE) in SECTIONS["Acting"]


# --- headings -------------------------------------------------------------------------------------


def test_no_heading_stands_twice() -> None:
    headings = [line.lower() for line in re.findall(r"^#+ (.+)$", TEXT, re.MULTILINE)]
    assert sorted(headings) == sorted(set(headings))


# --- cells --------------------------------------------------------------------------------------


def told(tag: str) -> list[Any]:
    """Return the messages of a section's examples."""
    return [decode(data, tag) for _, data in examples(tag)]


def test_the_runs_that_are_explained_are_those_of_the_frames() -> None:
    (keyframe,), (step, door, *_) = told("key"), told("delta")
    explained = [
        json.loads(runs) for runs in re.findall(r"^ {4}(\[.+\])$", SECTIONS["Cells"], re.MULTILINE)
    ]
    assert explained == [keyframe.tiles, keyframe.sight, step.tiles, step.sight, door.tiles]


def test_frames_follow_each_other() -> None:
    *frames, later = [*told("key"), *told("delta")]
    assert [frame.number for frame in frames] == [1, 2, 3, 4]
    assert later.number > frames[-1].number


# --- the client ---------------------------------------------------------------------------------


class Host:
    """A server that says what the page's examples say, in the order of its first session.

    Where `last` is given it is the last delta of the chain, in place of the goblin's blow.
    """

    def __init__(self, last: Delta | None = None) -> None:
        self.heard: list[ClientMessage] = []
        self._last = last

    async def talk(self, socket: ServerConnection) -> None:
        await self.hear(socket)
        await self.say(socket, "welcome")
        await self.hear(socket)
        for tag in ("joined", "chat", "roster", "key"):
            await self.say(socket, tag)
        await self.hear(socket)
        step, door, blow, _ = (data for _, data in examples("delta"))
        await socket.send(step)
        await self.hear(socket)
        await socket.send(door)
        await socket.send(encode(self._last) if self._last else blow)
        await self.hear(socket)
        await self.lose_frames(socket)
        await self.say(socket, "ended")
        await socket.wait_closed()

    async def lose_frames(self, socket: ServerConnection) -> None:
        """Leave out frames; the one asked for instead comes late."""
        for number in (9, 10):
            await socket.send(encode(Delta(number, tiles=[0, 1, 5])))
        await self.hear(socket)
        await self.say(socket, "key")

    async def hear(self, socket: ServerConnection) -> None:
        data = await socket.recv(decode=False)
        self.heard.append(decode_client(data))

    async def say(self, socket: ServerConnection, tag: str) -> None:
        await socket.send(examples(tag)[0][1])


async def run_client(folder: Path, host: Host) -> tuple[str, str, int | None]:
    """Run the page's client against a host; return what it printed, its faults and its end."""
    (source,) = fenced("A whole client", "python")
    script = folder / "explorer.py"
    script.write_text(source, encoding="utf-8")
    async with serve(host.talk, "127.0.0.1", 0, subprotocols=[Subprotocol(SUBPROTOCOL)]) as server:
        port = server.sockets[0].getsockname()[1]
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-Werror",
            script,
            f"ws://127.0.0.1:{port}",
            "Ann",
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            printed, faults = await process.communicate()
        finally:
            if process.returncode is None:
                process.kill()
    return printed.decode(), faults.decode(), process.returncode


async def test_the_client_of_the_page_plays(tmp_path: Path) -> None:
    host = Host()
    printed, faults, code = await run_client(tmp_path, host)
    assert (faults, code) == ("", 0)
    assert host.heard == [
        Hello(1, "explorer"),
        Join("", "Ann"),
        Act(1, Explore()),
        Act(2, Explore()),
        Act(3, Move(1, -1)),
        Resync(),
    ]
    *pictures, end = printed.split("\n\n")
    begun, stepped, met = (drawn.rstrip("\n") for drawn in fenced("Cells", "picture"))
    struck = "########\n#.!g...'\n#.@....#\n########"
    assert pictures == [begun, stepped, met, struck, begun]
    assert end.startswith("ended [False, 'Ann was killed by a troll'")


async def test_the_client_of_the_page_leaves_the_peaceful_alone(tmp_path: Path) -> None:
    friend = Condition(3, 100, "peaceful")
    host = Host(Delta(4, changed=[friend], intent=IntentReport(2, 2, "done")))
    _, faults, code = await run_client(tmp_path, host)
    assert (faults, code) == ("", 0)
    assert host.heard[3:5] == [Act(2, Explore()), Act(3, Explore())]
