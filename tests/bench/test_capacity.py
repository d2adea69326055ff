"""Rounds of `capacity.py` are told together: medians of costs and knees, and of their ratios."""

import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.append(str(Path(__file__).parent))

from capacity import tell


def side(cost: float, knee: int, *, valid: bool = True) -> dict[str, Any]:
    knees = {"0.05": knee, "0.1": knee + 20}
    return {"first": [cost, cost], "knees": knees, "at_knee": [cost - 1, cost], "valid": valid}


def told(capsys: pytest.CaptureFixture[str], *rounds: dict[str, Any]) -> str:
    kind = {"players": "human", "together": 4, "name": ""}
    tell([kind | {"sides": each} for each in rounds])
    return capsys.readouterr().out


def test_costs_and_knees_are_medians_over_rounds(capsys: pytest.CaptureFixture[str]) -> None:
    text = told(capsys, *({"here": side(cost, int(cost))} for cost in (100.0, 300.0, 200.0)))
    assert "200.0 µs a player and tick, 199.0 at the knee" in text
    assert "carries 200 within 50 ms and 220 within 100 ms" in text


def test_turns_of_two_servers_are_compared_one_by_one(capsys: pytest.CaptureFixture[str]) -> None:
    both = {"here": side(150.0, 600), "before": side(200.0, 450)}
    assert "here by that, turn by turn: 0.750 (0.750 to 0.750)" in told(capsys, both)


def test_a_round_without_another_server_has_no_ratio(capsys: pytest.CaptureFixture[str]) -> None:
    assert "turn by turn" not in told(capsys, {"here": side(150.0, 600)})


def test_players_who_filled_their_core_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert "INVALID" in told(capsys, {"here": side(150.0, 600, valid=False)})
    assert "INVALID" not in told(capsys, {"here": side(150.0, 600)})
