"""What came of runs that nobody played, for tests of how it is added up and shown."""

from undertide_server.inspection.balance.plan import Plan
from undertide_server.inspection.balance.records import Arrival, Fall, Played
from undertide_server.inspection.balance.summary import BalanceData, balance_data


def ran(floor: int, *, won: bool = False, ended: bool = True, skill: str = "careful") -> Played:
    """Return a run that came so deep; heroes are worth ten times the number of a floor, about."""
    return Played(
        skill,
        2,
        won=won,
        ended=ended,
        floor=floor,
        ticks=100 * floor,
        arrivals=[
            Arrival(number, 100 * number, 5.0 * number, (10 * number, 10 * number + 2), (1, 3))
            for number in range(1, floor + 1)
        ],
        falls=[Fall(floor, 0, "tide", "rat", 1, 20), Fall(floor, 0, "monster", "orc", 1, 20)],
        floor_ticks={number: 100 * number for number in range(1, floor + 1)},
        times={
            number: {"explore": 60 * number, "fight": 30 * number, "rest": 10 * number}
            for number in range(1, floor + 1)
        },
        kills=10,
        tide_kills=4,
    )


def balance(*runs: Played, staged: bool = False) -> BalanceData:
    """Return the figures of some runs."""
    plan = Plan("default", None, b"", "", 2, "party", 500, staged)
    return balance_data([plan for _ in runs], runs)
