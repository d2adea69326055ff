"""What the project uses of libraries that they don't promise, so that an upgrade names what broke.

Three lists say where: names that our classes take over from a library's classes or read there
(`INHERITED`), what we read of a websocket's protocol (`OF_THE_PROTOCOL`), and modules that no
reference of their library describes (`UNDESCRIBED`). The code is read for each, so a new use has to
be entered. Behaviours that only a library's source shows have a test each, below the lists.

That floors and paths stay as they were recorded, to the last cell, is held by the runs in
`tests/data/runs` and the digests in `tests/data/floors.json`: tcod promises neither its fields of
view nor which of several shortest paths it takes.
"""

import ast
import asyncio
import inspect
import re
import textwrap
import time
from asyncio import sslproto
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any

import asyncssh
import asyncssh.packet
import blessed.keyboard
import click
import esper
import msgpack
import msgspec
import numpy as np
import psycopg
import pytest
import tcod.path
from tcod.cffi import ffi, lib
from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import Event

from structure.test_structure import MODULES

uvloop = pytest.importorskip("uvloop", reason="uvloop is not for Windows")

INHERITED: Mapping[str, set[str]] = {
    "asyncssh": {"_env", "_process_env_request"},
    "psycopg": {"wait"},
    "uvloop": {"time"},
    "websockets": {
        "buffer_updated",
        "connection_lost",
        "connection_made",
        "data_received",
        "eof_received",
        "get_buffer",
        "handshake",
        "loop",
        "pause_writing",
        "process_event",
        "process_redirect",
        "protocol",
        "recv_messages",
        "resume_writing",
        "send_data",
        "transport",
        "write_limit_high",
        "write_limit_low",
    },
}
"""What our subclasses override or read of a library's classes, and its reference doesn't have."""

DESCRIBED: Mapping[str, set[str]] = {
    "psycopg": {"dump", "format", "load", "oid", "pgconn"},
    "websockets": {"recv", "request", "response"},
}
"""What they override or read there, and the reference has. All of asyncssh's public names do."""

OF_THE_PROTOCOL = {
    "close_rcvd",
    "fail",
    "handshake_exc",
    "parser",
    "parser_exc",
    "send_binary",
    "send_close",
    "send_ping",
    "state",
}
"""What the edge and the links of nodes read and call of `Connection.protocol`."""

UNDESCRIBED: Mapping[str, set[str]] = {
    "blessed.dec_modes": {"DecModeResponse", "DecPrivateMode"},
    "blessed.keyboard": {
        "DEFAULT_SEQUENCE_MIXIN",
        "Keystroke",
        "get_keyboard_codes",
        "get_leading_prefixes",
        "resolve_sequence",
    },
    "psycopg.types.numeric": {"NumericBinaryLoader"},
    "psycopg.types.string": {"StrDumperUnknown"},
    "tcod.cffi": {"ffi", "lib"},
}
"""Names that are imported from modules which are their library's own affair."""

OF_TCOD = {
    "SDL_GetClipboardText",
    "SDL_GetDisplayUsableBounds",
    "SDL_GetPrimaryDisplay",
    "SDL_SetClipboardText",
    "SDL_free",
    "TCOD_map_compute_fov",
}
"""Functions of C that are called by `tcod.cffi`."""


@cache
def sources() -> Mapping[str, ast.Module]:
    """Return the code, as trees, of the modules that import a library of the lists above."""
    libraries = {*INHERITED, *(module.partition(".")[0] for module in UNDESCRIBED)}
    line = re.compile(rf"^\s*(?:from|import) (?:{'|'.join(libraries)})\b", re.MULTILINE)
    texts = {name: path.read_text(encoding="utf-8") for name, path in MODULES.items()}
    return {name: ast.parse(text) for name, text in texts.items() if line.search(text)}


def imports_of(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield the module and the name of everything that a module imports from another."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                yield node.module or "", alias.name
        elif isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, ""


def library_of(kind: type) -> str:
    """Return the name of the package that a class comes from."""
    return kind.__module__.partition(".")[0]


def own_subclasses(library: str) -> set[type]:
    """Return our classes that derive from one of a library's."""
    modules = [
        import_module(name)
        for name, tree in sources().items()
        if any(module.partition(".")[0] == library for module, _ in imports_of(tree))
    ]
    kinds = {kind for module in modules for kind in vars(module).values() if inspect.isclass(kind)}
    return {
        kind
        for kind in kinds
        if library_of(kind).startswith("undertide_")
        and not issubclass(kind, Exception)
        and any(library_of(base) == library for base in kind.__mro__)
    }


def inherited_by(kind: type) -> set[str]:
    """Return the names of a library's classes that one of ours overrides, or reads on itself."""
    own = [base for base in kind.__mro__ if library_of(base).startswith("undertide_")]
    beyond = {name for base in kind.__mro__ if base not in own for name in dir(base)}
    written, made, read = set[str](), set[str](), set[str]()
    for base in own:
        (body,) = ast.parse(textwrap.dedent(inspect.getsource(base))).body
        assert isinstance(body, ast.ClassDef)
        for statement in body.body:
            match statement:
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                    written.add(name)
                case (
                    ast.Assign(targets=[ast.Name(id=name)])
                    | ast.AnnAssign(target=ast.Name(id=name))
                ):
                    written.add(name)
        for node in ast.walk(body):
            if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "self":
                (made if isinstance(node.ctx, ast.Store) else read).add(node.attr)
    return {name for name in written & beyond if not name.startswith("__")} | read - written - made


@pytest.mark.parametrize("library", INHERITED)
def test_the_list_of_what_subclasses_use_is_complete(library: str) -> None:
    used = {name for kind in own_subclasses(library) for name in inherited_by(kind)}
    used -= DESCRIBED.get(library, set())
    if library == "asyncssh":
        used = {name for name in used if name.startswith("_")}
    assert used == INHERITED[library]


def test_the_list_of_undescribed_modules_is_complete() -> None:
    used: dict[str, set[str]] = {module: set() for module in UNDESCRIBED}
    hidden = set()
    for tree in sources().values():
        for module, name in imports_of(tree):
            if module in UNDESCRIBED:
                used[module].add(name)
            library, *inner = module.split(".")
            private = any(part.startswith("_") for part in (*inner, name) if part != "__future__")
            if private and not library.startswith(("undertide_", "_")):
                hidden.add((module, name))
    assert used == UNDESCRIBED
    assert hidden == set()


def test_the_list_of_what_is_read_of_the_protocol_is_complete() -> None:
    used = {
        node.attr
        for name, tree in sources().items()
        if name.startswith(("undertide_server.gateway.edge.", "undertide_server.cluster.links."))
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and ast.unparse(node.value) in {"protocol", "self.protocol"}
    }
    assert used == OF_THE_PROTOCOL


def test_the_list_of_tcod_s_functions_of_c_is_complete() -> None:
    used = {
        node.attr
        for tree in sources().values()
        if ("tcod.cffi", "lib") in imports_of(tree)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "lib"
    }
    assert used == OF_TCOD


def missing(holder: object, names: set[str]) -> set[str]:
    """Return the names that an object doesn't have."""
    return {name for name in names if not hasattr(holder, name)}


# --- websockets: edge, links of nodes, the client's wire ------------------------------------------


async def test_websockets_takes_in_events_while_it_reads_and_has_what_the_edge_reads() -> None:
    seen: list[tuple[type, bool]] = []
    read_on = False

    class Noting(ServerConnection):
        def data_received(self, data: bytes) -> None:
            nonlocal read_on
            read_on = True
            super().data_received(data)
            read_on = False

        def process_event(self, event: Event) -> None:
            seen.append((type(event), read_on))
            super().process_event(event)

    handled = asyncio.get_running_loop().create_future()

    async def talk(connection: ServerConnection) -> None:
        assert await connection.recv() == b"!"
        handled.set_result(connection)

    options: dict[str, Any] = {
        "create_connection": Noting,
        "select_subprotocol": lambda *_: None,
        "write_limit": (2048, 512),
    }
    async with (
        serve(talk, "127.0.0.1", 0, **options) as server,
        connect(f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}") as client,
    ):  # fmt: skip
        await client.send(b"!")
        connection = await handled
        protocol = connection.protocol
        assert seen[:2] == [(Request, True), (Frame, True)]
        assert connection.recv_messages.paused is False
        assert (connection.write_limit_high, connection.write_limit_low) == (2048, 512)
        assert inspect.isgenerator(protocol.parser)
        assert (protocol.handshake_exc, protocol.parser_exc) == (None, None)
        assert "select_subprotocol" in vars(protocol)
        assert missing(protocol, OF_THE_PROTOCOL) == set()
        assert missing(client, INHERITED["websockets"]) == {
            "process_redirect",  # of the attempt to connect, not of the connection
            *("buffer_updated", "get_buffer"),  # of asyncio, by which a connection of ours reads
        }
    assert hasattr(connect, "process_redirect")


def test_websockets_writes_a_frame_as_the_edge_sends_it_to_many() -> None:
    assert Frame(Opcode.PING, b"1").serialize(mask=False) == b"\x89\x011"


# --- blessed: the keys of terminals ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("sequence", "name"),
    [("\x1b[A", "KEY_UP"), ("\x1b[1;5C", "KEY_CTRL_RIGHT"), ("\x1b[<0;3;4M", "MOUSE_LEFT")],
)
def test_blessed_names_a_sequence_without_a_terminal(sequence: str, name: str) -> None:
    pairs = blessed.keyboard.DEFAULT_SEQUENCE_MIXIN
    keymap = dict(sorted(pairs, key=lambda pair: len(pair[0]), reverse=True))
    stroke = blessed.keyboard.resolve_sequence(
        sequence,
        keymap,
        blessed.keyboard.get_keyboard_codes(),
        blessed.keyboard.get_leading_prefixes(keymap),
        final=True,
        dec_mode_cache={1006: 1},
    )
    assert (stroke.name, len(stroke)) == (name, len(sequence))
    assert name != "MOUSE_LEFT" or stroke.mouse_xy == (2, 3)


# --- tcod: sight, paths, the window's clipboard ---------------------------------------------------


def test_tcod_s_map_lies_in_memory_as_sight_writes_it() -> None:
    cells = np.zeros((3, 4, 3), dtype=np.bool_)
    cells[..., 0] = True
    pointer = ffi.from_buffer("struct TCOD_MapCell*", cells)
    floor = ffi.new("struct TCOD_Map*", (4, 3, 12, pointer))
    layout = {
        kind: [name for name, _ in ffi.typeof(f"struct {kind}").fields]
        for kind in ("TCOD_Map", "TCOD_MapCell")
    }
    assert layout == {
        "TCOD_Map": ["width", "height", "nbcells", "cells"],
        "TCOD_MapCell": ["transparent", "walkable", "fov"],
    }
    lib.TCOD_map_compute_fov(floor, 1, 1, 0, True, tcod.constants.FOV_SYMMETRIC_SHADOWCAST)
    assert cells[..., 2].all()


def test_tcod_has_the_functions_of_c_that_are_called() -> None:
    assert missing(lib, OF_TCOD) == set()
    assert [name for name, _ in ffi.typeof("SDL_Rect").fields] == ["x", "y", "w", "h"]


def test_tcod_takes_the_same_of_several_shortest_paths() -> None:
    steps = tcod.path.maxarray((3, 4), dtype=np.int32)
    steps[0, 0] = 0
    cost = np.ones((3, 4), dtype=np.int8)
    tcod.path.dijkstra2d(steps, cost, 1, 1, out=steps)
    descent = tcod.path.hillclimb2d(steps, (2, 3), cardinal=True, diagonal=True)
    assert descent.tolist() == [[2, 3], [2, 2], [1, 1], [0, 0]]
    assert tcod.path.AStar(cost, diagonal=1).get_path(2, 3, 0, 0) == [(1, 2), (0, 1), (0, 0)]


# --- esper: ids of entities -----------------------------------------------------------------------


def test_esper_takes_the_next_id_from_the_counter_of_its_context() -> None:
    before = esper.current_world
    esper.switch_world("internals")
    try:
        esper._entity_count = iter([41])  # type: ignore[assignment]  # noqa: SLF001
        assert esper.create_entity(1) == 41
        esper.delete_entity(41, immediate=True)
    finally:
        esper.switch_world(before)
        esper.delete_world("internals")


# --- click: the command line ----------------------------------------------------------------------


def test_click_hands_on_what_a_command_returns_outside_standalone_mode() -> None:
    @click.command()
    def answer() -> int:
        return 42

    assert answer.main([], None, None, False) == 42
    assert callable(click.ParamType[int])


# --- msgspec and msgpack: the codec ---------------------------------------------------------------


class First(msgspec.Struct, tag="first", array_like=True):
    pass


class Second(msgspec.Struct, tag="second", array_like=True):
    pass


def test_msgspec_says_invalid_value_of_tags_alone() -> None:
    with pytest.raises(msgspec.ValidationError, match=r"^Invalid value "):
        msgspec.convert(["third"], First | Second)
    with pytest.raises(msgspec.ValidationError, match=r"^Expected "):
        msgspec.convert("first", First | Second)


def test_msgpack_asks_the_hook_about_an_empty_map_too() -> None:
    pairs: list[object] = []
    msgpack.unpackb(b"\x80", max_map_len=0, object_pairs_hook=pairs.append)
    assert pairs == [[]]


# --- psycopg: the bound of each answer ------------------------------------------------------------


def test_psycopg_waits_in_one_method() -> None:
    parameters = inspect.signature(psycopg.Connection.wait).parameters
    assert [*parameters] == ["self", "gen", "interval", "timeout"]
    assert parameters["interval"].default == 0.1


def test_libpq_says_where_a_connection_failed_before_why() -> None:
    with pytest.raises(psycopg.OperationalError, match=" failed: "):
        psycopg.connect("host=127.0.0.1 port=1 connect_timeout=2")


# --- asyncssh: the channel of a visitor -----------------------------------------------------------


def test_asyncssh_makes_a_channel_from_these_words_in_this_order() -> None:
    parameters = inspect.signature(asyncssh.SSHServerChannel.__init__).parameters
    assert [*parameters] == [
        *("self", "conn", "loop", "allow_pty", "line_editor", "line_echo", "line_history"),
        *("max_line_length", "encoding", "errors", "window", "max_pktsize"),
    ]


def test_asyncssh_checks_the_proof_of_a_key_in_one_method() -> None:
    method = asyncssh.SSHServerConnection.validate_public_key
    parameters = inspect.signature(method).parameters
    assert list(parameters) == ["self", "username", "key_data", "msg", "signature"]
    assert inspect.iscoroutinefunction(method)


def test_asyncssh_hands_a_variable_s_packet_to_one_method() -> None:
    method = asyncssh.SSHServerChannel._process_env_request  # noqa: SLF001
    assert [*inspect.signature(method).parameters] == ["self", "packet"]
    packet = asyncssh.packet.SSHPacket(asyncssh.packet.String("LANG") + asyncssh.packet.String("C"))
    assert (packet.get_string(), packet.get_string()) == (b"LANG", b"C")
    packet.check_end()


# --- uvloop and asyncio: the clock, and TLS that begins late --------------------------------------


def test_uvloop_counts_from_the_same_moment_as_the_clock_of_asyncio() -> None:
    before = time.monotonic()
    loop = uvloop.Loop()
    now: float = loop.time()
    loop.close()
    assert before - 0.002 <= now <= time.monotonic() + 0.002


@pytest.mark.parametrize("protocol", [sslproto.SSLProtocol, uvloop.loop.SSLProtocol])
def test_the_protocol_of_tls_takes_bytes_by_its_buffer(protocol: Any) -> None:
    assert callable(protocol.get_buffer)
    assert callable(protocol.buffer_updated)
