"""A server that is started again and again, on one folder and one port."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from support.processes.commands import Serving, lasting_port, serving


class Lasting:
    """A host's server and its folder, through all its restarts."""

    def __init__(
        self, stack: ExitStack, folder: Path, options: tuple[str, ...], extensions: str
    ) -> None:
        self.folder = folder
        self._stack = stack
        self._options = (*options, "--data", str(folder))
        self._port = lasting_port()
        self.server = self._start(None, extensions)

    @property
    def address(self) -> str:
        """Where it listens, each time."""
        return self.server.address

    def restart(self, rules: int | None = None, extensions: str = "") -> None:
        """Start it again, where it listened before, perhaps by other rules.

        `extensions` is its folder of extensions.
        """
        self.server = self._start(rules, extensions)

    def _start(self, rules: int | None, extensions: str) -> Serving:
        options = (*self._options, "--port", self._port)
        return self._stack.enter_context(
            serving(*options, rules=rules, UNDERTIDE_EXTENSIONS=extensions)
        )


@contextmanager
def lasting(folder: Path, *options: str, extensions: str = "") -> Iterator[Lasting]:
    """Run a server that keeps its runs in a folder until the test is over."""
    with ExitStack() as stack:
        yield Lasting(stack, folder, options, extensions)
