import click
import pytest
from click.testing import CliRunner

from undertide_client.cli.addresses import ADDRESS, reach
from undertide_client.net import finding
from undertide_client.net.address import ServerAddress
from undertide_client.net.errors import ServerSilentError


@click.command()
@ADDRESS
def where(address: ServerAddress) -> None:
    """Print where a server is."""
    click.echo(reach(address))


def test_an_address_that_leaves_nothing_open_is_reached_without_a_look() -> None:
    done = CliRunner().invoke(where, ["localhost"])
    assert done.output == "ws://localhost:4414\n"


def test_a_server_with_several_addresses_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    async def last_of(address: ServerAddress) -> str:
        return address.urls[-1]

    monkeypatch.setattr(finding, "find_server", last_of)
    done = CliRunner().invoke(where, ["example.org"])
    assert done.stdout == "ws://example.org:4414\n"
    assert done.stderr == "Looking for the server at example.org…\n"


def test_a_server_that_is_nowhere_ends_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing(_address: ServerAddress) -> str:
        raise ServerSilentError("nobody is there")

    monkeypatch.setattr(finding, "find_server", nothing)
    done = CliRunner().invoke(where, ["example.org"])
    assert done.exit_code == 1
    assert "Error: nobody is there" in done.stderr


def test_a_wrong_scheme_is_answered_with_what_to_type() -> None:
    done = CliRunner().invoke(where, ["ftp://example.org:4414"])
    assert done.exit_code == 2
    assert "type example.org:4414, or http://example.org:4414/" in done.stderr.replace("\n", " ")
