"""Option types and error handling of the operator's commands."""

# Commands import what they need when they are called: asking for help must not take a second.
# ruff: noqa: PLC0415

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

FILE = click.Path(dir_okay=False, path_type=Path)
FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


@contextmanager
def faults_told() -> Iterator[None]:
    """End the command with one line for any fault of the content or of the machine."""
    from undertide_server.cluster.links.errors import BadLinkAddressError
    from undertide_server.cluster.supervisor.errors import SupervisorError
    from undertide_server.content.schema.errors import ContentError
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
