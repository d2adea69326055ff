"""Whoever holds out until dawn has won."""

from undertide_server.headless import HeadlessRun, begin_run
from undertide_server.headless.testing import check_preset, hero_row, place_monster

NIGHT = 4800
"""Ticks of a night, as statuses.toml says."""


def begun(heroes: int = 1) -> HeadlessRun:
    """Return a run whose heroes die of nothing for a long time."""
    run = begin_run("until_dawn", 1, [""] * heroes)
    for seat in run.seats:
        hold_out(run, seat)
    return run


def hold_out(run: HeadlessRun, seat: int) -> None:
    """Let a hero stand whatever comes."""
    _, row = hero_row(run, seat)
    row.body.life = row.body.max_life = 1_000_000


def lines(run: HeadlessRun) -> list[str]:
    """Return the log of the first hero."""
    return [line.text for line in run.look(0).lines]


def test_the_countdown_is_a_status_that_everybody_sees() -> None:
    run = begun(2)
    for _ in range(10):
        run.take_tick()
    left = [hero_row(run, seat)[1].effects.remaining["night"] for seat in run.seats]
    assert left[0] == left[1] == NIGHT - 10
    assert "Night has fallen. Hold out until dawn." in lines(run)


def test_the_run_is_won_at_dawn_and_not_before() -> None:
    run = begun()
    for _ in range(NIGHT - 1):
        run.take_tick()
        if run.ticks % 100 == 0:
            hold_out(run, 0)
            hero_row(run, 0)[1].hero.food = 1000
    assert not run.ended
    run.take_tick()
    assert run.ended
    assert run.won


def test_a_party_that_has_died_has_not_won() -> None:
    run = begun()
    _, row = hero_row(run, 0)
    row.effects.remaining.pop("sheltered", None)
    row.body.life = row.body.max_life = 1
    place_monster(run, 0, run.state.game.roster.kinds[0].family)
    for _ in range(NIGHT):
        if not run.ended:
            run.take_tick()
    assert run.ended
    assert not run.won


def test_its_preset_holds_what_runs_promise() -> None:
    check_preset("until_dawn", ticks=200)
