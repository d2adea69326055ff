"""Random messages of the ssh protocol: of the right form, with values that may be odd, or damaged.

The numbers are those of RFC 4250, and the forms those of RFC 4252 to 4254.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from asyncssh.packet import Boolean, Byte, MPInt, NameList, String, UInt32

Field = Callable[[], bytes]

WORDS: Final = (
    *("", "x", "ann", "k7m2q", "root", "abcd-efgh", "ssh-connection", "ssh-userauth", "session"),
    *("none", "publickey", "password", "keyboard-interactive", "hostbased", "gssapi-with-mic"),
    *("ssh-ed25519", "rsa-sha2-256", "ecdsa-sha2-nistp256", "sk-ssh-ed25519@openssh.com"),
    *("xterm-256color", "LANG", "COLORTERM", "LD_PRELOAD", "C.UTF-8", "127.0.0.1", "/tmp/x"),
    *("\u202e", "\u200b", "\0", "é", "\U0001f409", "\x1b[2J", "%s%n", "a" * 3000),
)
REQUESTS: Final = (
    *(
        "pty-req",
        "env",
        "window-change",
        "shell",
        "exec",
        "subsystem",
        "signal",
        "break",
        "xon-xoff",
    ),
    *("x11-req", "auth-agent-req@openssh.com", "exit-status", "exit-signal", "eow@openssh.com"),
    *("keepalive@openssh.com", "tcpip-forward", "streamlocal-forward@openssh.com"),
    *("cancel-tcpip-forward", "hostkeys-prove-00@openssh.com", "no-more-sessions@openssh.com"),
)
CHANNELS: Final = (
    *("session", "direct-tcpip", "forwarded-tcpip", "x11", "auth-agent@openssh.com"),
    *("direct-streamlocal@openssh.com", "tun@openssh.com"),
)
METHODS: Final = (
    *("none", "publickey", "publickey", "keyboard-interactive", "password", "hostbased"),
    *("gssapi-with-mic", "gssapi-keyex"),
)
EDGES: Final = (0, 1, 2, 3, 24, 80, 255, 65_536, 2**31 - 1, 2**31, 2**32 - 1)
CHANCE_OF_DAMAGE: Final = 0.01
"""Of each message. It ends most connections, so that nothing after it is read."""
CHANCE_OF_END: Final = 0.01
"""Of each message: one out of turn, or one that is none."""
MOST_KEYS: Final = 64


class RandomSshMessages:
    """Messages of an ssh client, drawn from a seed: each a type and its fields."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def before_login(self) -> tuple[int, bytes]:
        """Return a message of somebody who hasn't logged in, such as an attempt to."""
        asked: Sequence[tuple[int, Field]] = (
            *((50, self._login),) * 6,
            *((4, self._debug), (2, self._text), (3, self._number)),
        )
        return self._message(asked)

    def after_login(self) -> tuple[int, bytes]:
        """Return a message of somebody who has logged in, mostly about a channel."""
        asked: Sequence[tuple[int, Field]] = (
            *((98, self._channel_request),) * 4,
            *((94, self._keys),) * 4,
            *((80, self._global_request), (90, self._channel_open), (93, self._two_numbers)),
            *((4, self._debug), (2, self._text), (3, self._number)),
        )
        return self._message(asked)

    def plain(self) -> bytes:
        """Return the packet of a message from before the keys, whose frame may be odd."""
        asked: Sequence[tuple[int, Field]] = (
            *((20, self._proposal),) * 3,
            *((30, self._share), (21, self._nothing), (self.rng.randrange(256), self._anything)),
            *((4, self._debug), (2, self._text), (3, self._number)),
        )
        kind, fields = self._message(asked)
        payload = Byte(kind) + fields
        padding = -(5 + len(payload)) % 8 + 8
        size = 1 + len(payload) + padding
        if self.rng.random() < 0.2:
            padding = self.rng.randrange(256)
        if self.rng.random() < 0.1:
            size = self.rng.choice((*EDGES, size + 1, size - 1))
        return UInt32(size % 2**32) + Byte(padding) + payload + self.rng.randbytes(padding)

    def damaged(self, data: bytes) -> bytes:
        """Return bytes with some cut out, replaced or put in."""
        at, end = sorted(self.rng.randrange(len(data) + 1) for _ in range(2))
        put = self.rng.randbytes(self.rng.randrange(5))
        return self.rng.choice(
            (data[:at], data[:at] + put + data[at:], data[:at] + put + data[end:])
        )

    # --- messages --------------------------------------------------------------------------------

    def _message(self, asked: Sequence[tuple[int, Field]]) -> tuple[int, bytes]:
        kind, field = self.rng.choice(asked)
        if self.rng.random() < CHANCE_OF_END:
            kind, field = self.rng.choice(self._out_of_turn())
        if self.rng.random() < CHANCE_OF_END / 2:
            kind, field = self.rng.randrange(256), self._anything
        fields = field()
        return kind, self.damaged(fields) if self.rng.random() < CHANCE_OF_DAMAGE else fields

    def _out_of_turn(self) -> Sequence[tuple[int, Field]]:
        """Return messages that end a connection, at least where nobody waits for them."""
        return (
            *((1, self._goodbye), (5, self._text), (7, self._extensions), (20, self._proposal)),
            *((21, self._nothing), (50, self._login), (61, self._answers), (81, self._nothing)),
            *((82, self._nothing), (91, self._opened), (92, self._refused), (95, self._extended)),
            *((96, self._channel), (97, self._channel), (99, self._channel), (100, self._channel)),
        )

    def _login(self) -> bytes:
        method = self.rng.choice(METHODS)
        user = "ann" if self.rng.random() < 0.9 else self._word()
        head = String(user) + String("ssh-connection") + String(method)
        match method:
            case "publickey":
                key = self._key()
                signed = self.rng.random() < 0.5
                return head + Boolean(signed) + key + (self._signature() if signed else b"")
            case "keyboard-interactive":
                return head + self._text() + self._text()
            case "password":
                return head + self._flag() + self._text() + (self._text() if self._coin() else b"")
            case "hostbased":
                return head + self._key() + self._text() + self._text() + self._signature()
            case "none":
                return head
            case _:
                return head + self._number() + self._text()

    def _key(self) -> bytes:
        name = self.rng.choice(("ssh-ed25519", "ssh-rsa", "ecdsa-sha2-nistp256", self._word()))
        inner: Mapping[str, Field] = {
            "ssh-ed25519": lambda: String(self.rng.randbytes(32)),
            "ssh-rsa": lambda: MPInt(65_537) + MPInt(self.rng.getrandbits(1024) | 1),
            "ecdsa-sha2-nistp256": lambda: String("nistp256") + String(self.rng.randbytes(65)),
        }
        return String(name) + String(String(name) + inner.get(name, self._anything)())

    def _signature(self) -> bytes:
        return String(String("ssh-ed25519") + String(self.rng.randbytes(64)))

    def _answers(self) -> bytes:
        count = self.rng.randrange(4)
        return UInt32(count) + b"".join(self._text() for _ in range(count))

    def _extensions(self) -> bytes:
        count = self.rng.randrange(3)
        return UInt32(count) + b"".join(self._text() + self._text() for _ in range(count))

    def _channel_request(self) -> bytes:
        name = self.rng.choice(REQUESTS[:9] if self._coin() else REQUESTS)
        more: Mapping[str, Field] = {
            "pty-req": lambda: self._text() + self._size() + String(self._modes()),
            "window-change": self._size,
            "env": lambda: self._text() + self._text(),
            "shell": self._nothing,
            "exec": self._text,
            "subsystem": self._text,
            "signal": self._text,
            "break": self._number,
            "exit-status": self._number,
            "xon-xoff": self._flag,
            "x11-req": lambda: self._flag() + self._text() + self._text() + self._number(),
            "auth-agent-req@openssh.com": self._nothing,
        }
        told = more.get(name, self._anything)()
        return self._channel() + String(name) + self._flag() + told

    def _modes(self) -> bytes:
        return Byte(self.rng.randrange(160)) + self._number() + Byte(0)

    def _global_request(self) -> bytes:
        head = String(self.rng.choice(REQUESTS)) + self._flag()
        return head + self.rng.choice((b"", self._text() + self._number(), self._anything()))

    def _channel_open(self) -> bytes:
        head = String(self.rng.choice(CHANNELS)) + self._number() + self._number() + self._number()
        return head + (self._text() + self._number() + self._text() + self._number())

    def _keys(self) -> bytes:
        keys = self.rng.choice(
            (b"\x1b[A", b"\x1b", b"\r", b"hjkl", b"q", b"\x1b[200~paste\x1b[201~", b"\x1b[<0;5;5M")
        )
        typed = self.rng.randbytes(self.rng.randrange(MOST_KEYS)) if self._coin() else keys
        return self._channel() + String(typed)

    def _extended(self) -> bytes:
        return self._channel() + self._number() + self._text()

    def _opened(self) -> bytes:
        return self._channel() + self._number() + self._number() + self._number()

    def _refused(self) -> bytes:
        return self._channel() + self._number() + self._text() + self._text()

    def _goodbye(self) -> bytes:
        return self._number() + self._text() + self._text()

    def _debug(self) -> bytes:
        return self._flag() + self._text() + self._text()

    def _proposal(self) -> bytes:
        names = b"".join(
            NameList([self._word().encode() for _ in range(self.rng.randrange(4))])
            for _ in range(10)
        )
        return self.rng.randbytes(16) + names + self._flag() + self._number()

    def _share(self) -> bytes:
        return String(self.rng.randbytes(self.rng.choice((0, 31, 32, 65, 300))))

    # --- fields ----------------------------------------------------------------------------------

    def _coin(self) -> bool:
        return self.rng.random() < 0.5

    def _word(self) -> str:
        return self.rng.choice(WORDS)

    def _text(self) -> bytes:
        if self.rng.random() < 0.02:
            return String(self.rng.randbytes(self.rng.randrange(40)))
        return String(self._word())

    def _number(self) -> bytes:
        return UInt32(self.rng.choice(EDGES))

    def _two_numbers(self) -> bytes:
        return self._channel() + self._number()

    def _size(self) -> bytes:
        return b"".join(self._number() for _ in range(4))

    def _channel(self) -> bytes:
        return UInt32(0) if self.rng.random() < 0.998 else self._number()

    def _flag(self) -> bytes:
        return Boolean(self._coin())

    def _nothing(self) -> bytes:
        return b""

    def _anything(self) -> bytes:
        fields = (self._text, self._number, self._flag)
        return b"".join(self.rng.choice(fields)() for _ in range(self.rng.randrange(5)))
