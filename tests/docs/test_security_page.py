"""docs/security.md names limits and reasons that there are."""

from pathlib import Path
from typing import get_args

import pytest

from undertide_server.content.settings.settings import LimitSettings
from undertide_server.gateway.edge.connection_gate import Cut
from undertide_server.gateway.edge.opening import MAX_HEAD
from undertide_server.gateway.edge.socket import ASIDES_PER_SECOND, MAX_WAITING
from undertide_shared.closing import Closing

PAGE = (Path(__file__).parents[2] / "docs" / "security.md").read_text(encoding="utf-8")
FLOODS = PAGE.partition("## Floods")[2].partition("## Text")[0]
REASONS = {word for kind in get_args(Cut) for word in get_args(kind)}
NOT_FOR_FLOODS = {Closing.GOING_AWAY, Closing.WRONG_VERSION, Closing.BANNED, Closing.HOST_LEFT}


@pytest.mark.parametrize(
    "limit", sorted(set(LimitSettings.model_fields) - {"idle_session_seconds", "return_minutes"})
)
def test_every_limit_of_strangers_is_named(limit: str) -> None:
    assert f"`{limit}`" in FLOODS


@pytest.mark.parametrize("reason", sorted(REASONS))
def test_every_reason_to_cut_a_connection_off_is_named(reason: str) -> None:
    assert f"`{reason}`" in FLOODS


@pytest.mark.parametrize("code", sorted(set(Closing) - NOT_FOR_FLOODS))
def test_every_close_code_of_a_flood_is_named(code: Closing) -> None:
    assert f"close code {int(code)}" in FLOODS


def test_fixed_bounds_are_as_it_says() -> None:
    assert MAX_HEAD == 16 * 1024
    assert MAX_WAITING == 1024
    assert ASIDES_PER_SECOND == 10
