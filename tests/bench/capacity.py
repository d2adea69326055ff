"""How many players one core carries, and what each of them costs.

    capacity.py [--players human|bots] [--together 1|4|8] [--against FOLDER …] [--plain] [STAGE …]

A real `undertide serve --data`, always in real time at ten ticks a second, with players as
`players.py` describes them. The server has one core, with all its threads; its players have the
other one, and a stage at which they fill it is marked as invalid.

Without stages, the first of 200 players is measured in several slices, for the CPU of a player and
tick. Then the number grows, and halves its gaps, until the knee is known to 5 %: the highest number
at which 99 % of beats are at most 50 ms late, and 100 ms. There it samples where the CPU of this
checkout's server goes. With stages, it measures these alone, and samples at the last one.

With --against, servers of other checkouts take turns with this one, each stopped while another is
measured, each with players of its own. So does one of this checkout without uvloop with --plain. A
round is appended to a file, and what all rounds of the same kind say together is printed.
"""

import argparse
import statistics
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

from interleaving import Side, Slice, end_cleanly, measured_in_turns, undertide_side
from knee import LIMITS, Search
from rounds import FOLDER, add_round, percentile, total
from workers import packages_of

HERE: Final = "here"
PLAIN: Final = "plain"
"""Names of this checkout's server as it is, and without uvloop. Others have those of folders."""
FIRST: Final = 200
"""Players of the stage at which a player's cost is measured: a core carries them with ease."""
MOST: Final = 1600
"""Players at which a search ends: the crowd's own core is full by then."""
TURNS: Final = 5
"""Slices of the first stage, each server after the other."""
TURN_SECONDS: Final = 3.0
MEASURED_SECONDS: Final = 6.0
"""Of each stage: 6000 beats of a hundred sessions, so 60 may be late."""
SAMPLED_SECONDS: Final = 6.0
FULL: Final = 0.9
"""Of a core: players who take more, and not the server, set the pace."""
HEADS: Final = (
    "  server    players  living  cores  crowd  µs/tick   late p50     p99"
    "   answer p50     p99  intents/s  frames/s  bytes/s"
)


def main() -> None:
    """Measure a round, and print what all rounds say."""
    chosen = _arguments()
    end_cleanly()
    with ExitStack() as stack:
        environments: dict[str, dict[str, str]] = {HERE: {}}
        environments |= {PLAIN: {"UNDERTIDE_LOOP": "asyncio"}} if chosen.plain else {}
        environments |= {each.name: {"PYTHONPATH": packages_of(each)} for each in chosen.against}
        sides = [
            undertide_side(stack, name, chosen.players, chosen.together, environment)
            for name, environment in environments.items()
        ]
        what = f"{chosen.players}, {chosen.together} to a session"
        print(f"Capacity: {what}, real time at ten ticks a second, runs kept on disk")
        print(HEADS, flush=True)
        if chosen.stages:
            for number in chosen.stages:
                for side in sides:
                    _stage(side, number)
            _where(sides[0], chosen.stages[-1])
            return
        figures = {"players": chosen.players, "together": chosen.together, "name": chosen.name}
        figures["sides"] = _searched(sides, chosen.first, chosen.together)
    tell(
        each
        for each in add_round(chosen.results, figures)
        if all(each[key] == figures[key] for key in ("players", "together", "name"))
    )


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="How many players one core carries.")
    parser.add_argument("stages", metavar="STAGE", type=int, nargs="*", help="players of a stage")
    parser.add_argument("--players", choices=("human", "bots"), default="human")
    parser.add_argument("--together", type=int, default=4, help="players of a session")
    parser.add_argument("--first", type=int, default=FIRST, help="players of the first stage")
    parser.add_argument(
        "--against",
        type=Path,
        action="append",
        default=[],
        help="a checkout whose server takes turns",
    )
    parser.add_argument("--plain", action="store_true", help="a server without uvloop takes turns")
    parser.add_argument("--name", default="", help="rounds of one name belong together")
    parser.add_argument("--results", type=Path, default=FOLDER / "capacity.jsonl")
    return parser.parse_args()


# --- stages -------------------------------------------------------------------------------------


def _searched(sides: list[Side], first: int, together: int) -> dict[str, Any]:
    """Return the figures of each side: its costs at the first stage, its knees and costs there."""
    searches = [Search(first, together, MOST) for _ in sides]
    stages: list[dict[int, Slice]] = [{} for _ in sides]
    costs = _costs(sides, searches[0].next_stage() or first)
    is_on = True
    while is_on:
        is_on = False
        for side, search, measured in zip(sides, searches, stages, strict=True):
            number = search.next_stage()
            if number is not None:
                is_on = True
                measured[number] = stage = _stage(side, number)
                search.note(number, stage.late, stage.cores)
    where = _where(sides[0], searches[0].knee(LIMITS[0]) or first)
    for side in sides:
        with side.running():
            print(f"  {side.name:8}  what went wrong for players: {side.faults() or 'nothing'}")
    figures: dict[str, dict[str, Any]] = {
        side.name: {
            "first": side_costs,
            "knees": {str(limit): search.knee(limit) for limit in LIMITS},
            "at_knee": [measured[knee].cost if knee else 0.0 for knee in map(search.knee, LIMITS)],
            "valid": all(stage.crowd_cores <= FULL for stage in measured.values()),
        }
        for side, side_costs, search, measured in zip(sides, costs, searches, stages, strict=True)
    }
    figures[sides[0].name]["where"] = where
    return figures


def _costs(sides: list[Side], players: int) -> list[list[float]]:
    """Return what each slice of the first stage cost for a player and tick, of each side."""
    for side in sides:
        with side.running():
            side.become(players)
    slices = measured_in_turns(sides, TURNS, TURN_SECONDS)
    costs = [[each.cost for each in those] for those in slices]
    for side, those in zip(sides, costs, strict=True):
        print(f"  {side.name:8}  {players} players: {_spread(those)} µs a player and tick")
        if side is not sides[0]:
            ratios = _spread(_ratios(costs[0], those), 3)
            print(f"  {HERE} by {side.name}, turn by turn: {ratios}", flush=True)
    return costs


def _stage(side: Side, players: int) -> Slice:
    with side.running():
        side.become(players)
        stage = side.measure(MEASURED_SECONDS)
        _tell_stage(side, stage)
        if not stage.late.is_within(LIMITS[0]):
            # One pause, such as to collect garbage, is no knee.
            stage = side.measure(MEASURED_SECONDS)
            _tell_stage(side, stage)
    return stage


def _tell_stage(side: Side, stage: Slice) -> None:
    late = [stage.late.quantile(share) * 1000 for share in (0.5, 0.99)]
    answer = [percentile(stage.answers, share) for share in (0.5, 0.99)]
    intents = stage.intents / stage.seconds
    frames, sent = (n / stage.seconds / stage.players for n in (stage.frames, stage.bytes))
    print(
        f"  {side.name:8}  {stage.players:7}  {stage.living:6}  {stage.cores:5.2f}"
        f"  {stage.crowd_cores:5.2f}  {stage.cost:7.1f}    {late[0]:7.1f} {late[1]:7.1f}"
        f"      {answer[0]:7.1f} {answer[1]:7.1f}  {intents:9.0f}  {frames:8.1f}  {sent:7.0f}"
        f"{'  INVALID: the players fill their core' if stage.crowd_cores > FULL else ''}",
        flush=True,
    )


def _where(side: Side, players: int) -> dict[str, int]:
    """Sample where the CPU of a server goes, print and return it."""
    with side.running():
        side.become(players)
        samples = side.sample(SAMPLED_SECONDS)
    total = sum(samples.values())
    print(f"  where the server's CPU goes with {side.players} players:")
    for part, number in sorted(samples.items(), key=lambda item: -item[1]):
        print(f"    {part:18} {number / total:6.1%}")
    return samples


# --- what rounds say ----------------------------------------------------------------------------


def tell(rounds: Iterable[dict[str, Any]]) -> None:
    """Print the medians of rounds of one kind."""
    those = list(rounds)
    first = those[0]
    print(f"{len(those)} rounds of {first['players']}, {first['together']} to a session:")
    for name in list(dict.fromkeys(name for each in those for name in each["sides"])):
        sides = [each["sides"][name] for each in those if name in each["sides"]]
        costs = [statistics.median(side["first"]) for side in sides]
        knees = [
            f"{statistics.median(side['knees'][str(limit)] for side in sides):.0f}"
            f" within {limit * 1000:.0f} ms"
            for limit in LIMITS
        ]
        at_knee = statistics.median(side["at_knee"][0] for side in sides)
        print(f"  {name:8} {statistics.median(costs):6.1f} µs a player and tick", end="")
        print(f", {at_knee:.1f} at the knee; carries {' and '.join(knees)}", end="")
        print("" if all(side["valid"] for side in sides) else "  INVALID: see the stages")
        if name != HERE:
            ours = [each["sides"][HERE] for each in those if name in each["sides"]]
            ratios = _ratios(total(ours, "first"), total(sides, "first"))
            print(f"           {HERE} by that, turn by turn: {_spread(ratios, 3)}")


def _ratios(ours: list[float], theirs: list[float]) -> list[float]:
    return [here / there for here, there in zip(ours, theirs, strict=True)]


def _spread(values: list[float], digits: int = 1) -> str:
    """Return the median of values and their range."""
    low, high = min(values), max(values)
    return f"{statistics.median(values):.{digits}f} ({low:.{digits}f} to {high:.{digits}f})"


if __name__ == "__main__":
    main()
