"""The tables of the page on performance are medians over rounds of one kind."""

import sys
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parent))

from capacity_tables import part_rows, peer_rows, server_rows


def capacity(cost: float, knee: int, players: str = "human", **where: int) -> dict[str, Any]:
    knees = {"0.05": knee, "0.1": knee + 10}
    side = {"first": [cost], "knees": knees, "at_knee": [cost + 5, cost], "where": where}
    return {"players": players, "together": 4, "sides": {"here": side}}


def peer(ours: list[float], theirs: list[float]) -> dict[str, Any]:
    sides = {"undertide": ours, "rooms": theirs}
    flow = {"frames": 4.5, "bytes": 700.0}
    return {"sides": {name: flow | {"costs": costs} for name, costs in sides.items()}}


def test_a_server_has_a_row_for_each_kind_of_players() -> None:
    rounds = [capacity(100, 600), capacity(200, 400, "bots"), capacity(140, 700)]
    assert list(server_rows(rounds)) == [
        ("bots, 4", "here", "200", "205", "400", "410"),
        ("human, 4", "here", "120", "125", "650", "660"),
    ]


def test_parts_are_shares_of_all_samples_with_humans() -> None:
    rounds = [capacity(1, 1, views=1), capacity(1, 1, views=2, sight=1)]
    rounds.append(capacity(1, 1, "bots", sight=50))
    assert list(part_rows(rounds)) == [("views", "75 %"), ("sight", "25 %")]


def test_servers_are_compared_turn_by_turn() -> None:
    rows = list(peer_rows([peer([90, 120], [30, 30]), peer([60, 60], [30, 10])]))
    assert rows[1] == ("rooms", "30", "4.5", "700", "3.5")


def test_rounds_in_which_a_server_is_missing_do_not_count_for_it() -> None:
    alone = peer([10], [10])
    del alone["sides"]["rooms"]
    assert list(peer_rows([alone, peer([90], [30])]))[1][4] == "3.0"
