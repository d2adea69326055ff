"""What the host's commands share: types of their options, and the end that faults bring."""

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
    """Turn what can be wrong with content, or with the machine, into the end of the command."""
    import sqlite3

    from undertide_server.app import JournalFailed, UnknownPreset
    from undertide_server.content.schema.faults import ContentError
    from undertide_server.gateway.edge.tls import BadCertificate
    from undertide_server.store.database import WrongSchema
    from undertide_server.store.folder import InUse

    try:
        yield
    except UnknownPreset as fault:
        raise click.BadParameter(str(fault), param_hint="--preset") from fault
    except (ContentError, BadCertificate, InUse, JournalFailed, WrongSchema) as fault:
        raise click.ClickException(str(fault)) from fault
    except (sqlite3.Error, OSError) as fault:
        raise click.ClickException(str(fault)) from fault
