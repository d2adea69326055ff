"""Send random messages to the decoders, the gateway and the session core, or over links, in rounds.

    fuzz.py [THOUSANDS] [SEED]
    fuzz.py links [THOUSANDS] [SEED]

Each round has a seed of its own, counted up from SEED, and prints what became of its messages: how
many were accepted, and how many refused with which code. Of the messages, six tenths go to the
decoders, two tenths to a gateway by real sockets, and two tenths to sessions. Of those over links
between nodes, half go to the decoders, a quarter over Unix sockets, and a quarter over TLS. The
first thing that must not happen ends the program with the seed and the message.
"""

import asyncio
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Final

sys.path.append(str(Path(__file__).parents[1]))

from support.cluster.linked_nodes import KINDS
from support.fuzz.decoder_round import fuzz_decoders
from support.fuzz.gateway_round import fuzz_gateway
from support.fuzz.link_round import fuzz_link_decoders, fuzz_links
from support.fuzz.session_round import fuzz_sessions

ROUNDS: Final = 10
DECODED, BY_SOCKETS, IN_SESSIONS = 6, 2, 2
"""Tenths of the messages for each target."""
LIMITED: Final = 5
"""Every gateway round whose number this divides has the limits that ship."""


def main(thousands: int = 2000, seed: int = 1) -> None:
    """Play all rounds, and print each and the sum."""
    total: Counter[str] = Counter()
    tenth = thousands * 1000 // ROUNDS // 10
    for number in range(seed, seed + ROUNDS):
        decoded = fuzz_decoders(number, DECODED * tenth)
        _print(f"decoders, seed {number}", decoded, decoded.total())
        limited = number % LIMITED == 0
        met = asyncio.run(fuzz_gateway(number, BY_SOCKETS * tenth, limited=limited))
        _print(f"gateway{' with limits' if limited else ''}, seed {number}", met, met["received"])
        with tempfile.TemporaryDirectory() as folder:
            played = fuzz_sessions(number, IN_SESSIONS * tenth, Path(folder))
        _print(f"sessions, seed {number}", played, played.total())
        total += Counter(decoders=decoded.total(), gateway=met["received"], sessions=played.total())
    _print("all rounds", total, total.total())


def links(thousands: int = 1000, seed: int = 1) -> None:
    """Play all rounds over links, and print each and the sum."""
    total: Counter[str] = Counter()
    quarter = thousands * 1000 // ROUNDS // 4
    for number in range(seed, seed + ROUNDS):
        decoded = fuzz_link_decoders(number, 2 * quarter)
        _print(f"decoders of links, seed {number}", decoded, decoded.total())
        total["decoders"] += decoded.total()
        for kind in KINDS:
            with tempfile.TemporaryDirectory() as folder:
                met = asyncio.run(fuzz_links(number, quarter, Path(folder), kind))
            sent = sum(each for what, each in met.items() if what.startswith("sent"))
            _print(f"links by {kind}, seed {number}", met, sent)
            total[kind] += sent
    _print("all rounds", total, total.total())


def _print(name: str, outcomes: Counter[str], messages: int) -> None:
    told = ", ".join(f"{key} {number}" for key, number in outcomes.most_common())
    print(f"{name}: {messages} messages: {told}", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["links"]:
        links(*map(int, sys.argv[2:]))
    else:
        main(*map(int, sys.argv[1:]))
