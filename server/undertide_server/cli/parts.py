"""Option types and error handling of the operator's commands."""

# Commands import what they need when they are called: asking for help must not take a second.
# ruff: noqa: PLC0415

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import click

FILE = click.Path(dir_okay=False, path_type=Path)
FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
PROGRESS_SECONDS: Final = 2.0
"""Time between two lines about how far it is: whoever waits sees that it goes on."""


@contextmanager
def faults_told() -> Iterator[None]:
    """End the command with one line for any fault of the content or of the machine."""
    from undertide_server.cluster.links.errors import BadLinkAddressError
    from undertide_server.cluster.supervisor.errors import SupervisorError
    from undertide_server.content.schema.errors import ContentError
    from undertide_server.content.schema.extensions import ExtensionError
    from undertide_server.gateway.edge.errors import BadCertificateError, SshUnavailableError
    from undertide_server.inspection.balance.errors import MeasurementError
    from undertide_server.startup.errors import JournalFailedError, UnknownPresetError
    from undertide_server.store.errors import StoreError

    try:
        yield
    except UnknownPresetError as fault:
        raise click.BadParameter(str(fault), param_hint="--preset") from fault
    except (
        ContentError,
        ExtensionError,
        BadCertificateError,
        JournalFailedError,
        MeasurementError,
        SshUnavailableError,
        BadLinkAddressError,
        StoreError,
        SupervisorError,
    ) as fault:
        raise click.ClickException(str(fault)) from fault
    except OSError as fault:
        raise click.ClickException(str(fault)) from fault


class ProgressLines:
    """Lines about how many runs are done, checked or the like, on standard error."""

    def __init__(self, deed: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._deed = deed
        self._clock = clock
        self._told = clock()

    def print_progress(self, done: int, total: int) -> None:
        """Print a line, unless the last one is new."""
        now = self._clock()
        if now - self._told >= PROGRESS_SECONDS:
            self._told = now
            click.echo(f"{done} of {total} runs are {self._deed}", err=True)
