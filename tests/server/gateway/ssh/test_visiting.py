"""One visit, by asyncssh's client: who may come, what is to be had, and how it ends."""

import asyncio
from dataclasses import dataclass, field
from itertools import permutations
from pathlib import Path
from typing import Any, cast

import asyncssh
import msgspec
import pytest

from support.gateway.ssh_visits import (
    KEYLESS,
    OTHER_KEY,
    TERMS,
    THIRD_KEY,
    TICKET,
    USERS_KEY,
    Keyless,
    Visited,
    told,
)
from support.processes.waiting import until
from undertide_server.gateway.ssh import login, visiting
from undertide_server.gateway.ssh.control import Guess, LoggedIn, Right
from undertide_server.gateway.ssh.login import KnownKeys
from undertide_server.gateway.ssh.storage import SshStorage
from undertide_server.gateway.ssh.terminal import VisitTerminal
from undertide_server.gateway.ssh.visiting import FAILED, IDLE, NO_SCREEN, WRONG
from undertide_shared.visits import CodeRefusedError, Vault, Visit


@dataclass
class Program:
    """A program that shows something, and notes whom it was shown to."""

    words: str = "good bye"
    fault: Exception | None = None
    stays: bool = False
    visits: list[Visit] = field(default_factory=list)
    heard: list[bytes | None] = field(default_factory=list)
    begun: asyncio.Event = field(default_factory=asyncio.Event)

    async def __call__(self, visit: Visit) -> str:
        self.visits.append(visit)
        self.begun.set()
        if self.fault is not None:
            raise self.fault
        visit.write(b"a goblin\r\n")
        while self.stays and (data := await visit.read()) != b"":
            self.heard.append(data)
        return self.words

    @property
    def vault(self) -> Vault | None:
        return self.visits[0].visitor.vault


async def test_a_visitor_sees_the_program_and_its_last_words(tmp_path: Path) -> None:
    program = Program()
    visited = Visited(tmp_path, program)
    async with visited.connect() as connection:
        assert await told(connection) == "a goblin\r\ngood bye\r\n"
    visitor = program.visits[0].visitor
    assert (visitor.user, visitor.ticket, visitor.address) == ("ann", TICKET, "ws://host:1")
    assert visited.reports == [LoggedIn(TICKET)]
    assert await visited.ended() == ""


# --- who may come ------------------------------------------------------------------------------


async def test_a_key_opens_its_own_vault(tmp_path: Path) -> None:
    vaults, kept = [], SshStorage(tmp_path)
    for key in (USERS_KEY, USERS_KEY, OTHER_KEY):
        program = Program()
        async with Visited(tmp_path, program).connect(client_keys=[key]) as connection:
            await told(connection)
        vaults.append(program.vault)
    assert vaults[0] == vaults[1] == kept.vault_of_key(USERS_KEY.public_data)
    assert vaults[2] != vaults[0]


async def vault_opened(folder: Path, keys: list[asyncssh.SSHKey], **options: Any) -> Vault | None:
    """Visit with some keys, in this order; return the vault that opens."""
    program = Program()
    async with Visited(folder, program).connect(client_keys=keys, **options) as connection:
        await told(connection)
    return program.vault


@pytest.mark.parametrize("keys", [*map(list, permutations((USERS_KEY, OTHER_KEY, THIRD_KEY)))])
async def test_any_key_with_seats_opens_them_in_whatever_order_keys_are_offered(
    tmp_path: Path, keys: list[asyncssh.SSHKey]
) -> None:
    kept = SshStorage(tmp_path).vault_of_key(OTHER_KEY.public_data)
    kept.file.touch()
    assert await vault_opened(tmp_path, keys) == kept


async def test_the_first_of_several_keys_is_a_newcomers(tmp_path: Path) -> None:
    opened = await vault_opened(tmp_path, [USERS_KEY, OTHER_KEY])
    assert opened == SshStorage(tmp_path).vault_of_key(USERS_KEY.public_data)


async def test_a_key_with_seats_that_is_only_shown_leaves_the_one_that_was_proved(
    tmp_path: Path,
) -> None:
    kept = SshStorage(tmp_path)
    kept.vault_of_key(USERS_KEY.public_data).file.touch()
    both: Any = [OTHER_KEY, PublicHalf(USERS_KEY.convert_to_public())]
    assert await vault_opened(tmp_path, both) == kept.vault_of_key(OTHER_KEY.public_data)


async def test_who_knows_keys_alone_comes_in_at_the_second_attempt(tmp_path: Path) -> None:
    storage = SshStorage(tmp_path)
    known = KnownKeys(storage)
    keys_alone: dict[str, Any] = {"client_factory": asyncssh.SSHClient}
    with pytest.raises(asyncssh.PermissionDenied):
        async with Visited(tmp_path, Program(), known_keys=known).connect(**keys_alone):
            pass
    program = Program()
    visited = Visited(tmp_path, program, known_keys=known)
    async with visited.connect(**keys_alone) as connection:
        await told(connection)
    assert program.vault == storage.vault_of_key(USERS_KEY.public_data)
    assert not known.is_known(USERS_KEY.public_data), "it has no vault, and its login is done"


def test_so_many_failed_logins_are_remembered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(login, "MOST_FAILED", 2)
    known = KnownKeys(SshStorage(tmp_path))
    for key in (b"one", b"two", b"three"):
        known.note_failed_login(key)
    assert [known.is_known(key) for key in (b"one", b"two", b"three")] == [False, True, True]


async def test_without_a_key_there_is_no_vault(tmp_path: Path) -> None:
    program = Program()
    async with Visited(tmp_path, program).connect(**KEYLESS) as connection:
        await told(connection)
    assert program.vault is None


class Pretender(Keyless):
    """A client that has only the public half of a key."""

    def __init__(self) -> None:
        self.asked = False

    def public_key_auth_requested(self) -> asyncssh.SSHKeyPair | None:
        if self.asked:
            return None
        self.asked = True
        return PublicHalf(USERS_KEY.convert_to_public())


class PublicHalf(asyncssh.SSHKeyPair):
    """A public key whose signatures are nonsense."""

    def __init__(self, key: asyncssh.SSHKey) -> None:
        algorithm = key.get_algorithm().encode()
        super().__init__(algorithm, algorithm, [algorithm], [algorithm], key.public_data, b"")

    async def sign_async(self, data: bytes) -> bytes:
        return asyncssh.generate_private_key("ssh-ed25519").sign(data, b"ssh-ed25519")


async def test_a_key_that_was_only_shown_proves_nothing(tmp_path: Path) -> None:
    program = Program()
    visited = Visited(tmp_path, program)
    async with visited.connect(client_factory=Pretender, client_keys=None) as connection:
        await told(connection)
    assert program.vault is None


async def test_the_operator_may_want_keys(tmp_path: Path) -> None:
    terms = msgspec.structs.replace(TERMS, keys_only=True)
    visited = Visited(tmp_path, Program(), terms)
    with pytest.raises(asyncssh.PermissionDenied):
        async with visited.connect(**KEYLESS):
            pass
    assert visited.reports == []
    async with Visited(tmp_path, Program(), terms).connect() as connection:
        assert "a goblin" in await told(connection)


class Silent(Keyless):
    """A client that never answers."""

    async def kbdint_challenge_received(self, *_args: object) -> list[str]:  # type: ignore[override]
        await asyncio.Event().wait()
        return []


async def test_nobody_waits_for_a_login_for_ever(tmp_path: Path) -> None:
    terms = msgspec.structs.replace(TERMS, login_seconds=0.01)
    visited = Visited(tmp_path, Program(), terms)
    with pytest.raises((asyncssh.Error, OSError)):
        async with visited.connect(client_factory=Silent, client_keys=None):
            pass
    assert await visited.ended() == ""


# --- what is to be had -------------------------------------------------------------------------


@pytest.mark.parametrize("what", [{"command": "ls"}, {"subsystem": "sftp"}, {"subsystem": "x"}])
async def test_commands_and_files_are_refused(tmp_path: Path, what: dict[str, str]) -> None:
    program = Program()
    async with Visited(tmp_path, program).connect() as connection:
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.create_process(**what)
    assert program.visits == []


async def test_sftp_and_scp_are_refused(tmp_path: Path) -> None:
    async with Visited(tmp_path, Program()).connect() as connection:
        with pytest.raises((asyncssh.Error, OSError)):
            await connection.start_sftp_client()
    async with Visited(tmp_path, Program()).connect() as connection:
        with pytest.raises((asyncssh.Error, OSError)):
            await asyncssh.scp((connection, "/etc/passwd"), str(tmp_path / "passwd"))
    assert not (tmp_path / "passwd").exists()


async def test_forwarding_is_refused(tmp_path: Path) -> None:
    async with Visited(tmp_path, Program()).connect() as connection:
        for forward in (
            connection.open_connection("127.0.0.1", 22),
            connection.open_unix_connection("/tmp/socket"),
            connection.start_server(lambda *_: None, "127.0.0.1", 0),
            connection.start_unix_server(lambda *_: None, "/tmp/socket"),
        ):
            with pytest.raises((asyncssh.ChannelOpenError, asyncssh.ChannelListenError)):
                await forward


async def test_agent_and_x11_are_refused(tmp_path: Path) -> None:
    program = Program()
    visited = Visited(tmp_path, program)
    async with visited.connect(agent_forwarding=True) as connection:
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.create_process(
                term_type="xterm", x11_forwarding=True, x11_display="127.0.0.1:0"
            )
    assert program.visits == []


async def test_a_visit_has_one_terminal(tmp_path: Path) -> None:
    program = Program(stays=True)
    async with Visited(tmp_path, program).connect() as connection:
        await connection.create_process(term_type="xterm")
        await program.begun.wait()
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.create_process(term_type="xterm")
    assert len(program.visits) == 1


async def test_without_a_terminal_it_says_what_is_needed(tmp_path: Path) -> None:
    program = Program()
    async with Visited(tmp_path, program).connect() as connection:
        assert NO_SCREEN in await told(connection, term_type=None)
    assert program.visits == []


# --- how it goes on and ends -------------------------------------------------------------------


async def test_keys_and_sizes_reach_the_program(tmp_path: Path) -> None:
    program = Program(stays=True)
    async with Visited(tmp_path, program).connect() as connection:
        process = await connection.create_process(
            term_type="xterm", term_size=(90, 33), encoding=None
        )
        await program.begun.wait()
        assert program.visits[0].size() == (90, 33)
        process.stdin.write(b"hj")
        process.change_terminal_size(120, 40)
        process.stdin.write_eof()
        assert b"good bye" in await process.stdout.read()
    assert set(program.heard) == {None, b"hj"}
    assert program.visits[0].size() == (120, 40)


async def test_a_visit_is_ended_with_words(tmp_path: Path) -> None:
    program = Program(stays=True)
    visited = Visited(tmp_path, program)
    async with visited.connect() as connection:
        showing = asyncio.create_task(told(connection))
        await program.begun.wait()
        visited.visiting.stop("the server is stopping")
        assert (await showing).endswith("the server is stopping\r\n")


async def test_a_fault_of_the_program_is_told_to_visitor_and_server(tmp_path: Path) -> None:
    visited = Visited(tmp_path, Program(fault=RuntimeError("a bug")))
    async with visited.connect() as connection:
        assert FAILED in await told(connection)
    assert "a bug" in await visited.ended()


class ClosedChannel:
    """A channel that the visitor has closed, as the library tells a moment later."""

    def set_write_buffer_limits(self, *_words: int) -> None:
        """Take limits."""

    def is_closing(self) -> bool:
        """Say that it is closed."""
        return True

    def write(self, data: bytes) -> None:
        """Fail, as the library does."""
        raise BrokenPipeError(data)


async def test_a_terminal_that_a_visitor_has_just_closed_takes_what_the_program_still_says(
    tmp_path: Path,
) -> None:
    terminal = VisitTerminal(Visited(tmp_path, Program()).visiting, lambda _terminal: None)
    terminal.connection_made(cast("asyncssh.SSHServerChannel[bytes]", ClosedChannel()))
    assert terminal.write(b"leave the alternate screen")
    terminal.end("good bye")
    assert await terminal.read() == b""


async def test_who_presses_no_key_leaves_the_place_to_others(tmp_path: Path) -> None:
    terms = msgspec.structs.replace(TERMS, idle_minutes=0.0001)
    async with Visited(tmp_path, Program(stays=True), terms).connect() as connection:
        assert IDLE in await told(connection)


async def test_a_visitor_who_is_cut_off_leaves_in_order(tmp_path: Path) -> None:
    program = Program(stays=True)
    visited = Visited(tmp_path, program)
    async with visited.connect() as connection:
        await connection.create_process(term_type="xterm")
        await program.begun.wait()
        connection.abort()
        assert await visited.ended() == ""


# --- codes of seats ----------------------------------------------------------------------------


async def finding(visited: Visited, code: str, seconds: float) -> Vault:
    """Return the vault of a code, for which the server says how long to wait."""
    asked = len(visited.reports)
    search = asyncio.create_task(visited.visiting.find(code))
    await until(lambda: len(visited.reports) > asked)
    visited.visiting.guessed(seconds)
    return await search


async def test_a_code_opens_what_was_kept_under_it(tmp_path: Path) -> None:
    visited = Visited(tmp_path, Program())
    code, vault = await visited.visiting.make()
    with pytest.raises(CodeRefusedError, match="opens no seat"):
        await finding(visited, code, 0.0)  # nothing was kept yet
    vault.file.write_bytes(b"sealed")
    assert await finding(visited, code.upper(), 0.0) == vault
    assert visited.reports == [Guess(TICKET), Guess(TICKET), Right(TICKET)]


async def test_a_wrong_code_is_not_even_tried_after_too_many(tmp_path: Path) -> None:
    visited = Visited(tmp_path, Program())
    code, vault = await visited.visiting.make()
    vault.file.write_bytes(b"sealed")
    with pytest.raises(CodeRefusedError, match="wait 120 s"):
        await finding(visited, code, 120.0)
    assert Right(TICKET) not in visited.reports


async def test_what_is_no_code_counts_as_no_guess(tmp_path: Path) -> None:
    visited = Visited(tmp_path, Program())
    with pytest.raises(CodeRefusedError, match=WRONG):
        await visited.visiting.find("abcd")
    assert visited.reports == []


async def test_a_server_that_does_not_answer_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visiting, "ANSWER_SECONDS", 0.01)
    visited = Visited(tmp_path, Program())
    with pytest.raises(CodeRefusedError, match="doesn't answer"):
        await visited.visiting.find("abcd-efgh")


async def test_only_what_counts_of_the_environment_is_taken(tmp_path: Path) -> None:
    program = Program()
    env: dict[str, Any] = {"COLORTERM": "truecolor", "LANG": "C.UTF-8", "LC_ALL": "x" * 1000}
    async with Visited(tmp_path, program).connect() as connection:
        await told(connection, env=env | {f"X{number}": "1" for number in range(50)})
    environment = program.visits[0].visitor.environment
    assert environment == {"TERM": "xterm", "COLORTERM": "truecolor", "LANG": "C.UTF-8"}
