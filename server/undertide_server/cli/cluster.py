"""The operator's commands for the nodes of a server: `undertide cluster`."""

# Commands import what they need when they are called: asking for help must not take a second.
# ruff: noqa: PLC0415

import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from undertide_server.cli.run_options import (
    SHORT,
    json_option,
    owners_of,
    run_argument,
    store_faults_told,
)
from undertide_server.cli.store_options import store_option
from undertide_server.store.engine.address import StoreAddress
from undertide_shared.command import CommandLine

if TYPE_CHECKING:
    from undertide_server.cluster.links.inquiries import Expected
    from undertide_server.cluster.links.messages import Question
    from undertide_server.store.leases import NodeStatus
    from undertide_server.store.ownership import Owned

__all__ = ["cluster"]

DRAIN_SECONDS: Final = 60.0
"""Time for a node to hand all its runs over. Each takes some tenths of a second."""
LOOK_SECONDS: Final = 0.25
"""Time between two looks at the runs that are left."""


@dataclass(frozen=True, slots=True)
class KnownNodes:
    """The nodes of a store, and the runs that they own."""

    nodes: "tuple[NodeStatus, ...]"
    runs: "list[Owned]"

    def named(self, name: str) -> "NodeStatus":
        """Return the living node with an id or the beginning of one. Ends the command if none."""
        living = [each for each in self.nodes if each.is_living]
        exact = [each for each in living if each.id == name]
        found = exact or [each for each in living if each.id.startswith(name)]
        if len(found) != 1:
            ids = ", ".join(each.id for each in living) or "none"
            what = "more than one node is" if found else "no node is"
            raise click.ClickException(f"{what} called {name!r}; there are: {ids}")
        return found[0]

    def run_called(self, name: str) -> str:
        """Return the run with a name, the beginning of one, or a session of this id.

        Ends the command if there is none, or more than one.
        """
        found = [each for each in self.runs if each.run.startswith(name) or each.session == name]
        if len(found) != 1:
            runs = ", ".join(f"{each.run[:SHORT]} (session {each.session})" for each in found)
            what = f"more than one run is called {name!r}: {runs}" if found else ""
            raise click.ClickException(what or f"no run that a node plays is called {name!r}")
        return found[0].run

    def owner_of(self, run: str) -> "NodeStatus":
        """Return the node that owns a run. Ends the command if it rests."""
        owner = next((each.node for each in self.runs if each.run == run), "")
        found = next((each for each in self.nodes if each.id == owner and each.is_living), None)
        if found is None:
            raise click.ClickException(f"no node plays run {run[:SHORT]} now")
        return found


@click.group(cls=CommandLine)
def cluster() -> None:
    """List the nodes of a running server, drain a node, and move runs.

    Each server of a cluster is a node, each worker of `serve --workers`, and a server without
    workers. NODE is the id of one, or the beginning of one id only.
    """


@cluster.command("list")
@store_option
@json_option
def list_nodes(*, store: StoreAddress, as_json: bool) -> None:
    """List the nodes, and the runs that each of them plays."""
    known = _known(store)
    if as_json:
        rows = {"nodes": list(map(_node_row, known.nodes)), "runs": list(map(_run_row, known.runs))}
        click.echo(json.dumps(rows))
    else:
        _print_tables(known, "folder" if isinstance(store, Path) else "database")


@cluster.command()
@click.argument("node", metavar="NODE")
@store_option
@json_option
def drain(*, node: str, store: StoreAddress, as_json: bool) -> None:
    """Move all runs of a node to the others. It takes no more runs until it is started again.

    Its clients stay connected, and play on at the other nodes through it.
    """
    from undertide_server.cluster.links.messages import Done, DrainNode

    known = _known(store)
    status = known.named(node)
    before = _count(known, status.id)
    _ask(status, DrainNode(), Done)
    left = _wait_until_drained(store, status.id)
    if as_json:
        click.echo(json.dumps({"node": status.id, "moved": before - left, "left": left}))
    else:
        click.echo(f"moved {before - left} runs from {status.id}; {left} are left there")


@cluster.command()
@run_argument
@click.argument("node", metavar="NODE")
@store_option
@json_option
def move(*, run: str, node: str, store: StoreAddress, as_json: bool) -> None:
    """Move a run to another node. Its players notice a short pause.

    RUN is a run's name, the beginning of one name only, or the id of its session.
    """
    from undertide_server.cluster.links.messages import MovedRun, MoveRun

    known = _known(store)
    name = known.run_called(run)
    moved = _ask(known.owner_of(name), MoveRun(name, known.named(node).id), MovedRun)
    if as_json:
        told = {"run": name, "from": moved.former, "to": moved.present}
        click.echo(json.dumps(told | {"pause_ms": moved.pause_ms}))
    else:
        click.echo(
            f"moved {name[:SHORT]} from {moved.former} to {moved.present}:"
            f" a pause of {moved.pause_ms} ms"
        )


def _ask(status: "NodeStatus", question: "Question", expected: "type[Expected]") -> "Expected":
    """Return a node's answer. Ends the command if there is none."""
    from undertide_server.cluster.links.errors import LinkError
    from undertide_server.cluster.moves import MOVE_SECONDS
    from undertide_server.cluster.one_question import ask_node
    from undertide_server.process import logs

    if not status.node.address:
        raise click.ClickException("this server runs as one process: start it with --workers")
    logs.configure(as_json=False)
    logs.set_level("warning")
    try:
        return ask_node(status, question, expected, MOVE_SECONDS)
    except LinkError as fault:
        raise click.ClickException(str(fault)) from fault


def _known(store: StoreAddress) -> KnownNodes:
    """Return the nodes and their runs. Ends the command if the store can't be read."""
    with store_faults_told(store), owners_of(store) as owners:
        return KnownNodes(owners.nodes(), owners.owned())


def _count(known: KnownNodes, node: str) -> int:
    """Return how many runs a node owns."""
    return sum(each.node == node for each in known.runs)


def _wait_until_drained(store: StoreAddress, node: str) -> int:
    """Wait until a node owns no run, or has had time enough; return how many it still owns."""
    until = time.monotonic() + DRAIN_SECONDS
    while left := _count(_known(store), node):
        if time.monotonic() >= until:
            break
        time.sleep(LOOK_SECONDS)
    return left


def _node_row(status: "NodeStatus") -> dict[str, object]:
    """Return a node's line as scripts read it."""
    return {
        "id": status.id,
        "state": _state(status),
        "sessions": status.load.sessions,
        "players": status.load.players,
        "watchers": status.load.watchers,
        "lease_age_s": round(status.lease_age, 3),
        "rules": status.node.rules,
        "version": status.node.version,
        "address": status.node.address,
    }


def _state(status: "NodeStatus") -> str:
    return status.state if status.is_living else "lost"


def _run_row(owned: "Owned") -> dict[str, object]:
    return {
        "run": owned.run,
        "session": owned.session,
        "node": owned.node,
        "epoch": owned.epoch,
    }


def _print_tables(known: KnownNodes, place: str) -> None:
    from undertide_shared.tables import table

    if not known.nodes:
        click.echo(f"no server runs on this {place}")
        return
    rows = [[str(each) for each in _node_row(status).values()] for status in known.nodes]
    heads = ("node", "state", "sessions", "players", "watchers", "renewed", "rules", "version")
    click.echo(table((*heads, "address"), rows))
    runs = [[each.run[:SHORT], each.session, each.node, str(each.epoch)] for each in known.runs]
    if runs:
        click.echo()
        click.echo(table(("run", "session", "node", "epoch"), runs))
