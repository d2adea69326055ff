"""Stop a worker for five seconds again and again, and look at what it does when it goes on.

    cluster_pauses.py [PAUSES] [--postgres] [--results FILE]

A server of three workers hosts four runs with bots. The runs of a worker that is stopped go on at
the others, unless it was stopped inside a transaction: then everybody waits for it. Just before it
goes on, all steps of its former runs are read; a second later they are read again. The sleeper must
have changed none. After the round, all runs are compared with what their bots were shown.
"""

import asyncio
import os
import random
import signal
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

sys.path.append(str(Path(__file__).parents[1]))

from cluster_host import Host, OwnedRun, chosen_host
from rounds import add_round, arguments, total

from support.sessions.timed_bots import Parties, all_play, links_of, missing, parties
from undertide_server.store.engine.address import StoreAddress
from undertide_server.store.reader import Reader

WORKERS: Final = 3
RUNS: Final = 4
BOTS: Final = 2
PAUSES: Final = 15
PAUSE_SECONDS: Final = 5.0
AWAKE_SECONDS: Final = 1.0
"""Time that a sleeper has to write what it wanted to."""
LONGEST_SECONDS: Final = 1.5

Steps = Mapping[int, object]
"""The inputs of each step of a run."""


async def torment(host: Host, pauses: int) -> dict[str, Any]:
    """Stop workers; return the figures of the round."""
    count = {"pauses": 0, "taken": 0, "waited": 0, "neither": 0, "changed": 0, "stuck": 0}
    async with parties(host.address, RUNS, BOTS) as playing:
        for _ in range(pauses):
            await playing.fill(RUNS)
            count["stuck"] += not await all_play(playing.on)
            await asyncio.sleep(random.uniform(0.0, LONGEST_SECONDS))
            await _pause(host, playing, count)
        await asyncio.to_thread(host.stop)
        return count | {
            "lost": missing(host.store, playing.all),
            "unverified": host.verified(),
            "forgotten": sum(link.tokens.forgotten for link in links_of(playing.all)),
        }


async def _pause(host: Host, playing: Parties, count: dict[str, int]) -> None:
    """Stop a worker that owns runs, let it go on, and count what became of its runs."""
    owned = await asyncio.to_thread(host.owned)
    victim = random.choice([each.node for each in owned])
    runs = [each for each in owned if each.node == victim]
    process = host.workers()[victim]
    before = _settled(playing)
    os.kill(process, signal.SIGSTOP)
    try:
        await asyncio.sleep(PAUSE_SECONDS)
        taken = _taken(runs, await asyncio.to_thread(host.owned))
        steps = await asyncio.to_thread(_steps, host.store, taken)
    finally:
        os.kill(process, signal.SIGCONT)
    if len(taken) == len(runs):
        count["taken"] += 1
    elif not taken and _settled(playing) - before <= len(links_of(playing.on)):
        # Nobody was answered but for what had been on its way.
        count["waited"] += 1
    else:
        count["neither"] += 1
    await asyncio.sleep(AWAKE_SECONDS)
    later = await asyncio.to_thread(_steps, host.store, taken)
    count["changed"] += sum(
        later[run].get(step) != inputs for run in taken for step, inputs in steps[run].items()
    )
    count["pauses"] += 1


def _taken(runs: list[OwnedRun], now: list[OwnedRun]) -> list[str]:
    """Return those of `runs` that another node owns now."""
    owner = {each.run: each.node for each in now}
    return [each.run for each in runs if owner.get(each.run, each.node) != each.node]


def _settled(playing: Parties) -> int:
    return sum(link.settled for link in links_of(playing.all))


def _steps(store: StoreAddress, runs: list[str]) -> dict[str, Steps]:
    with Reader(store) as reader:
        return {run: {each.step: each.inputs for each in reader.steps(run)} for run in runs}


def tell(rounds: list[dict[str, Any]]) -> None:
    """Print what all rounds together say."""
    print(f"{total(rounds, 'pauses')} times a worker of {WORKERS} stopped for {PAUSE_SECONDS} s")
    print(f"  its runs went on elsewhere: {total(rounds, 'taken')}")
    print(f"  all waited for its transaction: {total(rounds, 'waited')}")
    print(f"  neither: {total(rounds, 'neither')}")
    print(f"  steps of others that it changed: {total(rounds, 'changed')}")
    print(f"  shown and lost: {len(total(rounds, 'lost'))}")
    print(f"  runs that don't verify: {len(total(rounds, 'unverified'))}")
    print(f"  tokens forgotten: {total(rounds, 'forgotten')}; never back: {total(rounds, 'stuck')}")


def main() -> int:
    """Run a round and print all; return 1 when anything was lost or changed."""
    chosen = arguments("cluster_pauses", PAUSES, "pauses")
    with chosen_host(chosen, WORKERS) as host:
        figures = asyncio.run(torment(host, chosen.count))
    for each in figures["lost"][:20]:
        print(f"    {each}")
    tell(add_round(chosen.results, figures))
    return 1 if figures["lost"] or figures["unverified"] or figures["changed"] else 0


if __name__ == "__main__":
    sys.exit(main())
