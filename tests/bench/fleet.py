"""What fleets of up to 1,000 nodes ask of one database, and how they fail over, by measured costs.

    fleet.py [--costs FILE] [--renew]

A model, not a measurement: `fleet_costs.py` measures what it is fed. `--renew` writes the tables
into docs/scaling.md.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

sys.path.append(str(Path(__file__).parent))

from cost_table import COLUMNS, cells_of, shown, table
from fleet_budgets import (
    FILE,
    Costs,
    Fleet,
    Machines,
    beats_of,
    costs_from,
    lease_of,
    lobby_of,
    most_nodes,
    per_second,
    renewal_of,
    use_of,
)
from fleet_events import FleetEvents, Outcome
from rounds import percentile

from undertide_server.cluster.lease import RENEW_SECONDS

PAGE: Final = Path(__file__).parents[2] / "docs" / "scaling.md"
SIZES: Final = (3, 10, 30, 100, 300, 1000)
"""Numbers of nodes that the tables show."""
QUIET: Final = 5.0
"""Seconds before anything happens, so that all nodes may claim."""
WATCHED: Final = 25.0
"""Seconds that are simulated after that."""
OUTAGE: Final = 5.0
"""Seconds for which the database is away."""
ROOMY: Final = Machines(connections=100_000)
"""Machines whose connections a pooler carries."""


def work(costs: Costs) -> Iterator[str]:
    """Yield the table of what one node of ten asks of the database in a second."""
    fleet, renewals = Fleet(10), 1 / RENEW_SECONDS
    kinds = {
        "steps of 50 runs": beats_of(fleet, costs),
        "renewals of its lease": lease_of(fleet, costs) * renewals,
        "lobby lines, its own and all others": lobby_of(fleet, costs) * renewals,
    }
    heads = ("A second of one node among ten", *COLUMNS)
    return table(heads, ((kind, *cells_of(cost)) for kind, cost in kinds.items()))


def budgets(costs: Costs) -> Iterator[str]:
    """Yield the table of what fleets use of each budget."""
    first = ("Nodes", "Players", "Database, cores", "Database, MB/s", "Connections")
    second = ("Of a node's core", "A renewal, database's CPU", "First limit")
    return table((*first, *second), (_budget(Fleet(nodes), costs) for nodes in SIZES))


def _budget(fleet: Fleet, costs: Costs) -> Sequence[str]:
    one, machines = per_second(fleet, costs), Machines()
    use = use_of(fleet, costs, machines)
    name, share = use.first
    return (
        f"{fleet.nodes:,}",
        f"{fleet.all_runs * fleet.players:,}",
        f"{one.database * fleet.nodes:.2f}",
        f"{(one.sent + one.received + one.log) * fleet.nodes / 1e6:.1f}",
        f"{fleet.nodes * fleet.connections:,}",
        f"{use.node_cpu * machines.node_share:.0%}",
        f"{renewal_of(fleet, costs).database * 1e3:.1f} ms",
        f"{name}: {share:.0%}",
    )


def limits(costs: Costs) -> Iterator[str]:
    """Yield the table of the most nodes that one database carries."""
    calm = Fleet(1, changes=0.0)
    kinds: dict[str, tuple[Fleet, Machines]] = {
        "8 cores, 1 Gbit/s, 500 connections": (Fleet(1), Machines()),
        "the same, with a pooler in front": (Fleet(1), ROOMY),
        "16 cores, 10 Gbit/s, with a pooler": (
            Fleet(1),
            replace(ROOMY, database_cores=16, network_bytes=1.25e9),
        ),
        "the same, if lobby lines never changed": (
            calm,
            replace(ROOMY, database_cores=16, network_bytes=1.25e9),
        ),
    }
    return table(
        ("Database", "Most nodes", "Players", "What ends there"),
        (_limit(kind, *case, costs) for kind, case in kinds.items()),
    )


def _limit(kind: str, fleet: Fleet, machines: Machines, costs: Costs) -> Sequence[str]:
    most = most_nodes(fleet, costs, machines)
    beyond = replace(fleet, nodes=most + 1)
    name, _ = use_of(beyond, costs, machines).first
    return kind, f"{most:,}", f"{most * fleet.runs * fleet.players:,}", name


def failovers(costs: Costs) -> Iterator[str]:
    """Yield the table of how fleets fail over."""
    first = ("Nodes", "Renewal, p50 and p99", "Failed", "A lobby knows", "Claimed, median and last")
    second = ("All runs of a node on", "Of a tenth of all nodes", "Taken over after an outage")
    return table((*first, *second), (_failover(Fleet(nodes), costs) for nodes in SIZES))


def _failover(fleet: Fleet, costs: Costs) -> Sequence[str]:
    one = simulated(fleet, costs, 1)
    many = simulated(fleet, costs, max(1, fleet.nodes // 10))
    outage = FleetEvents(fleet, costs, Machines())
    outage.cut_off(QUIET, QUIET + OUTAGE)
    back = outage.run(QUIET + OUTAGE + WATCHED)
    p50, p99 = (percentile(one.renewals, share) * 1e3 for share in (0.5, 0.99))
    claimed = [percentile(one.claimed, 0.5), max(one.claimed, default=0.0)]
    return (
        f"{fleet.nodes:,}",
        f"{p50:.0f}, {p99:.0f} ms" if one.renewals else "none",
        f"{one.failed:,}",
        f"{one.known:.1f} s" if one.known < WATCHED else "never",
        f"{claimed[0]:.1f}, {claimed[1]:.1f} s" if len(one.claimed) == fleet.runs else "never",
        _on(one, fleet.runs),
        _on(many, fleet.runs * max(1, fleet.nodes // 10)),
        f"{len(back.claimed):,}",
    )


def simulated(fleet: Fleet, costs: Costs, dead: int) -> Outcome:
    """Return what comes of it if so many nodes are killed at once."""
    events = FleetEvents(fleet, costs, Machines())
    events.change_lobby(QUIET - 1)
    events.kill(range(1, 1 + dead), QUIET)
    return events.run(QUIET + WATCHED)


def _on(outcome: Outcome, runs: int) -> str:
    return f"{max(outcome.went_on):.1f} s" if len(outcome.went_on) == runs else "never"


TABLES: Final[Mapping[str, Callable[[Costs], Iterator[str]]]] = {
    "work": work,
    "budgets": budgets,
    "limits": limits,
    "failovers": failovers,
}
"""The tables by their names in the page."""


def renewed(page: str, tables: Mapping[str, Iterable[str]]) -> str:
    """Return the page with these tables: each stands between a comment with its name and one that
    says `end`.
    """
    for name, lines in tables.items():
        before, begins, rest = page.partition(f"<!-- {name} -->\n")
        _, ends, after = rest.partition("<!-- end -->\n")
        assert begins, name
        assert ends, name
        page = "".join((before, begins, *(f"{line}\n" for line in lines), ends, after))
    return page


def page_tables(file: Path = FILE) -> dict[str, list[str]]:
    """Return all tables of the page, by their names, from measured costs."""
    told = json.loads(file.read_text(encoding="utf-8"))
    costs = costs_from(told["costs"])
    return {
        "costs": list(shown(told)),
        **{name: list(make(costs)) for name, make in TABLES.items()},
    }


def main() -> None:
    """Print the tables, or write them."""
    parser = argparse.ArgumentParser(description="What fleets cost, by measured costs.")
    parser.add_argument("--costs", type=Path, default=FILE)
    parser.add_argument("--renew", action="store_true", help="write them into docs/scaling.md")
    chosen = parser.parse_args()
    tables = page_tables(chosen.costs)
    if chosen.renew:
        PAGE.write_text(renewed(PAGE.read_text(encoding="utf-8"), tables), encoding="utf-8")
    for lines in tables.values():
        print("\n".join(lines), end="\n\n")


if __name__ == "__main__":
    main()
