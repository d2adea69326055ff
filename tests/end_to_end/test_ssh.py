"""People who play with nothing but OpenSSH's client, on a server in a process of its own.

Where there is none these tests are skipped, unless UNDERTIDE_SSH says that they are required.
"""

import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from support.processes.commands import Serving, serving
from support.processes.played_terminal import ANY_COMMAND, PlayedTerminal
from support.processes.waiting import LONGEST

REQUIRED = os.environ.get("UNDERTIDE_SSH") == "required"


class OpenSsh:
    """OpenSSH's client for one server, with a key in a folder and no other settings."""

    def __init__(self, folder: Path, port: str) -> None:
        program = shutil.which("ssh")
        if program is None:
            (pytest.fail if REQUIRED else pytest.skip)("no ssh is installed here")
        self._program = str(program)
        self._folder = folder
        self._port = port
        self.key = self.made_key("id")

    def made_key(self, name: str) -> Path:
        """Make a key without a passphrase; return its file."""
        key = self._folder / name
        made = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)]
        subprocess.run(made, check=True, timeout=LONGEST)
        return key

    @contextmanager
    def agent(self, *keys: Path) -> Iterator[str]:
        """Run an agent that offers keys in this order; yield the path of its socket."""
        with tempfile.TemporaryDirectory(prefix="agent-") as folder:
            at = f"{folder}/socket"
            agent = subprocess.Popen(["ssh-agent", "-D", "-a", at], stdout=subprocess.PIPE)
            with agent:
                assert agent.stdout
                try:
                    agent.stdout.readline()  # it says where it listens once it does
                    for key in keys:
                        added = ["ssh-add", "-q", str(key)]
                        environment = {**os.environ, "SSH_AUTH_SOCK": at}
                        subprocess.run(added, check=True, timeout=LONGEST, env=environment)
                    yield at
                finally:
                    agent.terminate()

    def words(self, *options: str, key: bool = True, agent: str = "") -> tuple[str, ...]:
        """Return a command line of ssh, which shows the key, none, or those of an agent."""
        shown = ["-i", str(self.key)] if key else ["-o", "PubkeyAuthentication=no"]
        shown = ["-o", "IdentityFile=none"] if agent else shown
        known = f"UserKnownHostsFile={self._folder / 'known_hosts'}"
        usual = ["-F", "/dev/null", "-o", known, "-o", "StrictHostKeyChecking=no"]
        asked = f"IdentityAgent={agent or 'none'}"
        alone = f"IdentitiesOnly={'no' if agent else 'yes'}"
        own = ["-o", asked, "-o", alone, "-o", "LogLevel=ERROR"]
        return self._program, "-p", self._port, *usual, *own, *shown, *options

    def run(self, *options: str) -> subprocess.CompletedProcess[str]:
        """Run ssh to its end, without a terminal."""
        return subprocess.run(
            self.words(*options),
            capture_output=True,
            text=True,
            timeout=LONGEST,
            stdin=subprocess.DEVNULL,
            check=False,
        )

    @contextmanager
    def terminal(
        self, user: str, *options: str, key: bool = True, agent: str = "", **environment: str
    ) -> Iterator[PlayedTerminal]:
        """Run ssh in a terminal until the context ends."""
        words = self.words(*options, f"{user}@127.0.0.1", key=key, agent=agent)
        with PlayedTerminal(words, self._folder, (100, 30), environment, ANY_COMMAND) as terminal:
            try:
                yield terminal
            finally:
                terminal.end()


CONFIG = "[ssh]\nworkers = 1\nkeys_only = {}\n"
CODE = re.compile(r"\b[a-z2-9]{4}-[a-z2-9]{4}\b")
WRONG_CODES = 10
"""Wrong codes that an address may give at once."""


class Ssh:
    """A server with an ssh port, and OpenSSH's client for it."""

    def __init__(self, server: Serving, folder: Path) -> None:
        self.server = server
        self.config = folder / "config" / "server.toml"
        port = re.search(r"port=(\d+)", server.logged("open to ssh"))
        assert port
        self.client = OpenSsh(folder, port[1])


@contextmanager
def open_to_ssh(folder: Path) -> Iterator[Ssh]:
    """Run a server with an ssh port until the test is over."""
    (folder / "config").mkdir()
    (folder / "config" / "server.toml").write_text(CONFIG.format("false"), encoding="utf-8")
    options = ("--ssh", "0", "--config", str(folder / "config"), "--data", str(folder / "data"))
    with serving(*options, "--preset", "tutorial") as server:
        yield Ssh(server, folder)


@pytest.fixture(scope="module")
def ssh(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ssh]:
    with open_to_ssh(tmp_path_factory.mktemp("ssh")) as opened:
        yield opened


def begin(terminal: PlayedTerminal) -> None:
    """Make a session from the title screen, and take its first seat."""
    terminal.read_text("U N D E R T I D E")
    terminal.type("n")


def introduce(terminal: PlayedTerminal, name: str) -> None:
    """Say who plays, and wait for the first floor."""
    terminal.read_text("Your name")
    terminal.type("\x15" + name + "\r")
    terminal.read_panel("Floor 1")


def leave(terminal: PlayedTerminal) -> None:
    """Leave the game, and the title screen after it."""
    terminal.type("Q")
    terminal.read_text("Leave the game?")
    terminal.type("y")
    terminal.read_text("U N D E R T I D E")
    terminal.escape()
    assert terminal.ended() == 0


def session_of(server: Serving, name: str) -> str:
    """Return the session of the player who joined last under a name."""
    found = [line for line in server.log.splitlines() if f"name={name} " in line]
    session = re.search(r"session=(\S+)", found[-1])
    assert session, found
    return session[1]


def test_a_key_plays_resizes_leaves_and_comes_back_to_its_seat(ssh: Ssh) -> None:
    with ssh.client.terminal("kate") as terminal:
        begin(terminal)
        introduce(terminal, "Kate")
        terminal.resize(130, 40)
        terminal.read_until(lambda shown: "Kate" in shown.screen.display[0][95:])
        leave(terminal)
    first = session_of(ssh.server, "Kate")
    with ssh.client.terminal("kate") as terminal:
        terminal.read_text("continue")
        terminal.type("c")
        terminal.read_panel("Floor 1")
        assert session_of(ssh.server, "Kate") == first
        assert ssh.server.log.count(f"session={first} seat=0") == 2
        with ssh.client.terminal(first, key=False) as other:  # a session's id joins it
            introduce(other, "Karl")
            other.read_text("Kate")
            assert session_of(ssh.server, "Karl") == first


def test_a_key_with_seats_opens_them_in_whatever_order_an_agent_offers_its_keys(ssh: Ssh) -> None:
    *new, own = (ssh.client.made_key(f"agents_{number}") for number in range(3))
    with ssh.client.agent(own) as agent, ssh.client.terminal("olga", agent=agent) as terminal:
        begin(terminal)
        introduce(terminal, "Olga")
        leave(terminal)
    first = session_of(ssh.server, "Olga")
    for number, keys in enumerate(((*new, own), (new[0], own, new[1]), (own, *new)), start=2):
        with ssh.client.agent(*keys) as agent, ssh.client.terminal("o", agent=agent) as terminal:
            terminal.read_text("continue")
            terminal.type("c")
            terminal.read_panel("Floor 1")
            assert ssh.server.log.count(f"session={first} seat=0") == number
            leave(terminal)
    with ssh.client.agent(*new) as agent, ssh.client.terminal("nina", agent=agent) as terminal:
        begin(terminal)  # nobody's keys: the first one is the way back
        introduce(terminal, "Nina")
        leave(terminal)
    with ssh.client.agent(new[0]) as agent, ssh.client.terminal("n", agent=agent) as terminal:
        terminal.read_text("continue")


def test_without_a_key_a_code_brings_a_seat_back_and_guesses_are_limited(ssh: Ssh) -> None:
    with ssh.client.terminal("cody", key=False) as terminal:
        begin(terminal)
        introduce(terminal, "Cody")
        terminal.read_text("brings you back: note it")
        code = CODE.search(terminal.text)
        assert code
        first = session_of(ssh.server, "Cody")
        terminal.hang_up()
    ssh.server.logged_until(lambda log: "event=left" in log and "name=Cody" in log)
    with ssh.client.terminal(code[0], key=False) as terminal:
        terminal.read_panel("Floor 1")
        assert session_of(ssh.server, "Cody") == first
        terminal.type("Q")
        terminal.read_text(f"Your code {code[0]} brings you back to it")
        terminal.type("n")
        leave(terminal)
        assert f"Your code {code[0]} brings you back.".encode() in terminal.received
    with ssh.client.terminal("abcd-efgh", key=False) as terminal:
        terminal.read_text("opens no seat")
        for _ in range(WRONG_CODES):
            terminal.type("r")
            terminal.read_text("Come back with a code")
            terminal.type("abcd-efgh\r")
            terminal.read_text("new game")
        terminal.read_text("Too many wrong codes")
        terminal.type("r")
        terminal.read_text("Come back with a code")
        terminal.type(code[0] + "\r")
        terminal.read_text("Too many wrong codes")


def test_colours_and_characters_follow_the_visitor(ssh: Ssh) -> None:
    told = "SendEnv=COLORTERM LANG"
    with ssh.client.terminal("mia", "-o", told, COLORTERM="truecolor") as terminal:
        terminal.read_text("U N D E R T I D E")
        assert b"38;2;" in terminal.received
        assert "╭".encode() in terminal.received
    with ssh.client.terminal("mia", "-o", told, COLORTERM="", LANG="C", TERM="vt100") as terminal:
        terminal.read_text("U N D E R T I D E")
        assert b"38;" not in terminal.received
        assert terminal.received.isascii()


@pytest.mark.parametrize(
    "options",
    [
        ("mia@127.0.0.1", "ls"),
        ("-s", "mia@127.0.0.1", "sftp"),
        ("-T", "mia@127.0.0.1"),
        ("-W", "127.0.0.1:22", "mia@127.0.0.1"),
        ("-N", "-o", "ExitOnForwardFailure=yes", "-R", "0:127.0.0.1:22", "mia@127.0.0.1"),
        ("-A", "mia@127.0.0.1", "env"),
    ],
)
def test_there_is_nothing_but_the_game(ssh: Ssh, options: tuple[str, ...]) -> None:
    done = ssh.client.run(*options)
    said = done.stdout + done.stderr
    assert done.returncode != 0 or "it needs a terminal" in said
    assert "PATH" not in said
    words = ("request failed", "needs a terminal", "forwarding failed", "prohibited", "failed")
    assert any(each in said for each in words), said


def test_new_settings_and_the_end_of_the_server_reach_visitors(tmp_path: Path) -> None:
    with open_to_ssh(tmp_path) as ssh, ExitStack() as stack:
        terminal = stack.enter_context(ssh.client.terminal("zoe"))
        terminal.read_text("U N D E R T I D E")
        ssh.config.write_text(CONFIG.format("true"), encoding="utf-8")
        ssh.server.process.send_signal(signal.SIGHUP)
        ssh.server.logged("settings taken up")
        refused = stack.enter_context(ssh.client.terminal("zoe", key=False))
        assert refused.ended() == 255
        code, _ = ssh.server.stop(signal.SIGTERM)
        assert code == 0
        terminal.read_text("the server is stopping")
        assert terminal.ended() == 0
