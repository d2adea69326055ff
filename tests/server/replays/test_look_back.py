from collections.abc import Mapping, Sequence

import pytest

from undertide_server.replays.look_back import LookBack
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import NOBODY, Identity

OVER, LIVE, ELSEWHERE = "over", "live", "elsewhere"


class Own:
    """The runs of a node: one is live, and nobody but operators may watch it."""

    def check_look_back(self, run: str, said: str, member: int, identity: Identity) -> None:
        if run == LIVE and not identity.operator:
            raise RequestRefusedError("not_allowed", f"{said} is not for {member}")

    def watchable(self, run: str, now: float) -> int | None:
        return int(now) if run == LIVE else None


class Others:
    """The runs of other nodes, which remember what they were asked."""

    def __init__(self, steps: Mapping[str, int]) -> None:
        self.steps = steps
        self.asked: list[tuple[list[str], str]] = []

    def run_of(self, said: str) -> str:
        return f"the run of {said}"

    async def reaches(
        self,
        runs: Sequence[str],
        said: str = "",
        identity: Identity | None = None,  # noqa: ARG002
    ) -> Mapping[str, int]:
        self.asked.append((list(runs), said))
        return self.steps


async def test_a_run_that_nobody_plays_may_be_shown_to_its_end() -> None:
    look_back = LookBack(Own(), lambda: 7.0)
    assert await look_back.reaches([OVER, LIVE]) == {LIVE: 7}
    assert not look_back.run_elsewhere("k7m2q")
    assert await look_back.reach_for(OVER, OVER, 1, NOBODY) is None
    assert await look_back.reach_for(LIVE, LIVE, 1, Identity(operator=True)) == 7


async def test_the_lowest_of_all_nodes_counts() -> None:
    look_back = LookBack(Own(), lambda: 7.0)
    look_back.elsewhere = others = Others({LIVE: 3, ELSEWHERE: 9})
    assert await look_back.reaches([OVER, LIVE]) == {LIVE: 3, ELSEWHERE: 9}
    assert await look_back.reach_for(ELSEWHERE, "k7m2q", 1, NOBODY) == 9
    assert look_back.run_elsewhere("k7m2q") == "the run of k7m2q"
    assert others.asked == [([OVER, LIVE], ""), ([ELSEWHERE], "k7m2q")]


async def test_who_may_not_watch_a_run_is_refused_before_others_are_asked() -> None:
    look_back = LookBack(Own(), lambda: 7.0)
    look_back.elsewhere = others = Others({})
    with pytest.raises(RequestRefusedError, match="k7m2q is not for 1"):
        await look_back.reach_for(LIVE, "k7m2q", 1, NOBODY)
    assert not others.asked
