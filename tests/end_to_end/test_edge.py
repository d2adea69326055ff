"""A server behind TLS of its own, and one behind a proxy, as their players find them."""

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from support.content.own_content import write_content
from support.gateway.certificates import Certificates
from support.gateway.raw_clients import guest, new_session, player, stranger
from support.processes.commands import Serving, serving, undertide
from support.processes.played_terminal import Opener
from undertide_shared.messages import Chat, Say


@asynccontextmanager
async def reverse_proxy(address: str) -> AsyncIterator[str]:
    """Pass on what comes to a server at `address`; yield the address at which it comes."""
    host, _, port = address.removeprefix("ws://").rpartition(":")

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            head = await reader.readuntil(b"\r\n\r\n")
            onward_reader, onward = await asyncio.open_connection(host, int(port))
            client = writer.get_extra_info("peername")[0]
            onward.write(head[:-2] + f"X-Forwarded-For: {client}\r\n\r\n".encode())
            await asyncio.gather(_pump(reader, onward), _pump(onward_reader, writer))

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
        await server.wait_closed()


async def _pump(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    """Pass on what one end sends, until it ends."""
    with contextlib.suppress(OSError):
        while data := await source.read(65536):
            target.write(data)
            await target.drain()
    with contextlib.suppress(OSError):
        target.close()
        await target.wait_closed()


@pytest.fixture(scope="module")
def encrypted(files: Certificates, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server that speaks TLS."""
    config = write_content(tmp_path_factory.mktemp("content"))
    (config / "server.toml").write_text(files.settings(), encoding="utf-8")
    with serving("--config", str(config), "--preset", "quiet") as running:
        yield running


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server that lets one connection of each address in."""
    config = write_content(tmp_path_factory.mktemp("content"))
    (config / "server.toml").write_text("[limits]\nconnections_per_address = 1\n", encoding="utf-8")
    with serving("--config", str(config), "--preset", "quiet") as running:
        yield running


def test_the_address_that_is_told_speaks_tls(encrypted: Serving, files: Certificates) -> None:
    assert encrypted.address.startswith("wss://127.0.0.1:")
    listed = undertide("sessions", encrypted.address, "--ca", str(files.ca), "--json")
    assert (listed.returncode, listed.stderr) == (0, "")
    assert '"sessions"' in listed.stdout


def test_a_certificate_that_nobody_vouches_for_is_refused(encrypted: Serving) -> None:
    refused = undertide("sessions", encrypted.address)
    assert refused.returncode == 1
    assert "its certificate can't be trusted" in refused.stderr


def test_an_address_without_tls_is_mended_by_what_it_says(encrypted: Serving) -> None:
    refused = undertide("sessions", encrypted.address.replace("wss://", "ws://"))
    assert refused.returncode == 1
    assert "begins with wss://" in refused.stderr or "broke" in refused.stderr


def test_an_authority_that_is_none_ends_the_command(encrypted: Serving, tmp_path: Path) -> None:
    file = tmp_path / "ca.pem"
    file.write_text("hello")
    refused = undertide("sessions", encrypted.address, "--ca", str(file))
    assert refused.returncode == 2
    assert "expected a certificate in PEM" in refused.stderr


async def test_a_session_is_played_by_tls(encrypted: Serving, files: Certificates) -> None:
    trusting = ssl.create_default_context(cafile=files.ca)
    session = await new_session(encrypted.address, ssl=trusting)
    async with (
        player(encrypted.address, session, "Ann", ssl=trusting) as ann,
        player(encrypted.address, session, "Bob", ssl=trusting) as bob,
    ):
        await ann.send(Say("hello"))
        assert (await bob.until(Chat)).text == "hello"


def test_a_terminal_plays_by_tls(encrypted: Serving, files: Certificates, opened: Opener) -> None:
    tess = opened("join", encrypted.address, "--name", "Tess", "--ca", str(files.ca))
    tess.read_text("Tess joins the party")
    assert tess.quit() == 0


def test_a_bad_certificate_is_told_before_the_server_listens(
    files: Certificates, tmp_path: Path
) -> None:
    missing = files.settings().replace("key.pem", "none.pem")
    (tmp_path / "server.toml").write_text(missing, encoding="utf-8")
    failed = undertide("serve", "--port", "0", "--config", str(tmp_path))
    assert failed.returncode == 1
    assert "none.pem: No such file or directory" in failed.stderr
    assert "Traceback" not in failed.stderr


async def test_players_behind_one_proxy_are_told_apart_by_their_addresses(
    proxied: Serving,
) -> None:
    async with (
        reverse_proxy(proxied.address) as address,
        guest(address, local_addr=("127.0.0.2", 0)),
        guest(address, local_addr=("127.0.0.3", 0)),
    ):
        with pytest.raises(InvalidStatus, match="429"):
            async with stranger(address, local_addr=("127.0.0.2", 0)):
                pass


async def test_who_pretends_to_be_others_is_seen_through(proxied: Serving) -> None:
    async with reverse_proxy(proxied.address) as address:
        async with guest(address, local_addr=("127.0.0.4", 0)):
            for pretence in ("192.0.2.1", "127.0.0.1", "127.0.0.1, 192.0.2.1"):
                headers = {"X-Forwarded-For": pretence}
                with pytest.raises(InvalidStatus, match="429"):
                    async with stranger(
                        address, local_addr=("127.0.0.4", 0), additional_headers=headers
                    ):
                        pass
        proxied.logged("place=127.0.0.4")
