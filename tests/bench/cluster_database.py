"""Stop the database of a cluster under load, or promote a standby that lacks its last commits.

    cluster_database.py restarts [COUNT] [--results FILE]
    cluster_database.py promotions [COUNT] [--results FILE]

`restarts`: three nodes host four runs with bots over a PostgreSQL server, which is ended again and
again, in turn as its operator would and as a crash does, and started after a moment. Every run must
go on where it was, at its owner.

`promotions`: two nodes host four runs. The line to the standby is cut, play goes on, the primary is
killed, and the standby promoted. Runs that lack steps must be set aside with the reason, and none
may have other steps than the primary has.

Rounds add up in the file.
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

sys.path.append(str(Path(__file__).parents[1]))

from cluster_host import LIMITS
from postgres_host import PostgresHost, postgres_host
from rounds import FOLDER, add_round, percentile, total

from support.postgres.standby import NAME, Databases, running_databases
from support.processes.cluster import running_cluster
from support.sessions.timed_bots import (
    Parties,
    all_play,
    links_of,
    missing,
    not_received,
    parties,
    shown_after,
    within,
)
from undertide_server.store.engine.address import PostgresAddress, StoreAddress
from undertide_server.store.fencing import WENT_BACK
from undertide_server.store.reader import Reader

NODES: Final = 3
RUNS: Final = 4
BOTS: Final = 2
COUNTS: Final = {"restarts": 10, "promotions": 3}
LONGEST_SECONDS: Final = 1.5
"""Of play between two restarts; the moment is drawn from none to this."""
LONGEST_OUTAGE_SECONDS: Final = 4.0
"""For which the database is away besides its own start: shorter and longer than a lease."""
BEHIND_SECONDS: Final = 2.0
"""Of play that the standby doesn't hear of."""
PATIENCE_SECONDS: Final = 20.0
GOAL_SECONDS: Final = 2.0


async def restarts(count: int) -> dict[str, Any]:
    """Restart the database under load; return the figures of the round."""
    shown: list[float] = []
    taken = stuck = unanswered = 0
    with tempfile.TemporaryDirectory() as folder, postgres_host(Path(folder), NODES) as host:
        async with parties(host.address, RUNS, BOTS) as playing:
            for number in range(count):
                await playing.fill(RUNS)
                stuck += not await all_play(playing.on)
                await asyncio.sleep(random.uniform(0.0, LONGEST_SECONDS))
                before = host.owned()
                shown += await _restart(host, playing, kill=bool(number % 2))
                unanswered += await not_received(links_of(playing.on), PATIENCE_SECONDS)
                owners = {each.run: each for each in host.owned()}
                taken += sum(owners.get(each.run, each) != each for each in before)
            await asyncio.to_thread(host.stop)
            return {
                "restarts": count,
                "runs": len(playing.all),
                "lost": missing(host.store, playing.all),
                "unverified": host.verified(),
                "shown": shown,
                "taken": taken,
                "stuck": stuck,
                "unanswered": unanswered,
                "settled": sum(link.settled for link in links_of(playing.all)),
            }


async def _restart(host: PostgresHost, playing: Parties, *, kill: bool) -> list[float]:
    """End the database and start it; return after what time each bot was shown something again."""
    if kill:
        host.server.kill()
    else:
        host.server.stop()
    await asyncio.sleep(random.uniform(0.0, LONGEST_OUTAGE_SECONDS))
    links = links_of(playing.on)
    for link in links:
        link.begin()
    host.server.start()
    return await shown_after(links, time.monotonic(), PATIENCE_SECONDS)


async def promotions(count: int) -> dict[str, Any]:
    """Promote a standby that is behind, with new servers each time; return the figures."""
    figures = [await _promotion() for _ in range(count)]
    return {
        "promotions": count,
        **{key: sum(each[key] for each in figures) for key in figures[0]},
    }


async def _promotion() -> dict[str, int]:
    with tempfile.TemporaryDirectory() as folder, running_databases() as databases:
        (Path(folder) / "server.toml").write_text(LIMITS)
        words = ("--config", folder, "--pace", "real")
        nodes = Path(folder) / "nodes"
        with running_cluster(databases.url, nodes, *words, by_lines=False) as cluster:
            first, second = cluster.start("one", "two")
            async with (
                parties(first.address, RUNS // 2, BOTS) as some,
                parties(second.address, RUNS // 2, BOTS) as others,
            ):
                await all_play([*some.on, *others.on])
                databases.wait_until_copied()
                databases.line.cut()
                await asyncio.sleep(BEHIND_SECONDS)
                playing = [*some.on, *others.on]
                runs = {cluster.owned(party.session).run for party in playing}
                databases.primary.kill()
                databases.standby.promote()
                told = await within(
                    PATIENCE_SECONDS,
                    lambda: _aside(cluster.store, runs) == len(runs),
                )
        databases.primary.start()
        return {"runs": len(runs), "untold": not told, **_compared(databases, runs)}


def _aside(store: StoreAddress, runs: set[str]) -> int:
    """Return how many of these runs are set aside because they lack steps."""
    with Reader(store) as reader:
        return sum(
            info.run in runs and info.state == "aside" and info.reason.startswith(WENT_BACK)
            for info in reader.runs()
        )


def _compared(databases: Databases, runs: set[str]) -> dict[str, int]:
    """Compare the runs of the former primary with those of the promoted standby."""
    found = {"behind": 0, "aside": 0, "forks": 0}
    with Reader(PostgresAddress(databases.standby.url(NAME))) as reader:
        infos = {info.run: info for info in reader.runs()}
    for run in runs:
        kept = databases.inputs(databases.standby, run)
        written = databases.inputs(databases.primary, run)
        found["behind"] += len(kept) < len(written)
        found["aside"] += infos[run].reason.startswith(WENT_BACK)
        found["forks"] += _is_fork(kept, written)
    return found


def _is_fork(kept: Mapping[int, object], written: Mapping[int, object]) -> bool:
    return any(written.get(step) != inputs for step, inputs in kept.items())


def tell_restarts(rounds: list[dict[str, Any]]) -> None:
    """Print what all rounds of restarts together say."""
    shown = total(rounds, "shown")
    print(f"{total(rounds, 'restarts')} restarts of the database of {NODES} nodes, {RUNS} runs")
    print(f"  {total(rounds, 'settled')} actions answered, {len(total(rounds, 'lost'))} lost")
    print(f"  runs that don't verify: {len(total(rounds, 'unverified'))}")
    print(f"  runs that another node took: {total(rounds, 'taken')}")
    print(f"  actions that no run received: {total(rounds, 'unanswered')}")
    print(f"  bots that never came back: {total(rounds, 'stuck')}")
    shares = ", ".join(f"{percentile(shown, share):.2f}" for share in (0.5, 0.9, 0.99, 1.0))
    print(f"  on after the database answered: {shares} s (p50, p90, p99, longest)")
    print(f"  goal: nothing lost or taken, {GOAL_SECONDS} s")


def tell_promotions(rounds: list[dict[str, Any]]) -> None:
    """Print what all rounds of promotions together say."""
    runs, behind = total(rounds, "runs"), total(rounds, "behind")
    print(f"{total(rounds, 'promotions')} promoted standbys that lacked steps of {behind} runs")
    print(f"  set aside with the reason: {total(rounds, 'aside')} of {runs}")
    print(f"  forks: {total(rounds, 'forks')}; goal: none")


def main() -> int:
    """Run a round of one part and print all; return 1 when anything was lost or guessed."""
    parser = argparse.ArgumentParser(description="A round of one part; rounds add up in a file.")
    parser.add_argument("part", choices=tuple(COUNTS))
    parser.add_argument("count", type=int, nargs="?")
    parser.add_argument("--results", type=Path)
    chosen = parser.parse_args()
    results = chosen.results or FOLDER / f"cluster_database_{chosen.part}.jsonl"
    count = chosen.count or COUNTS[chosen.part]
    figures = asyncio.run((restarts if chosen.part == "restarts" else promotions)(count))
    rounds = add_round(results, figures)
    (tell_restarts if chosen.part == "restarts" else tell_promotions)(rounds)
    for each in figures.get("lost", [])[:20]:
        print(f"    {each}")
    faults = ("lost", "unverified", "taken", "forks")
    return 1 if any(figures.get(each) for each in faults) else 0


if __name__ == "__main__":
    sys.exit(main())
