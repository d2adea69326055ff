"""The moth steals light for a time, and a sunstone gives it back."""

import pytest

from undertide_server.headless import HeadlessRun, Use, begin_run
from undertide_server.headless.testing import check_preset, give_item, hero_row, place_monster

MOTH = "moth"


@pytest.fixture
def run() -> HeadlessRun:
    """A run in which a moth hunts a hero that lives long, and whose pack is empty."""
    begun = begin_run("gloaming", 1, [""])
    _, row = hero_row(begun, 0)
    row.effects.remaining.clear()  # the shelter of newcomers
    row.inventory.stacks.clear()
    row.body.life = row.body.max_life = 1000
    place_monster(begun, 0, MOTH)
    return begun


def wait_for_theft(run: HeadlessRun) -> None:
    """Let time pass until the hero is in the dark."""
    _, row = hero_row(run, 0)
    for _ in range(300):
        run.take_tick()
        if "dimmed" in row.effects.remaining:
            run.take_tick()
            return
    pytest.fail("the moth stole no light")


def leave_alone(run: HeadlessRun) -> None:
    """Let nobody be on the floor but the hero."""
    floor, _ = hero_row(run, 0)
    for entity in list(floor.monsters):
        floor.remove(entity)
        run.state.world.delete(entity)


def test_whom_it_robs_sees_less_far_until_the_light_comes_back(run: HeadlessRun) -> None:
    _, row = hero_row(run, 0)
    before = row.hero.sight
    wait_for_theft(run)
    assert row.hero.sight == 3 < before
    assert "dimmed" in dict(run.look(0).hero.effects)
    leave_alone(run)
    for _ in range(200):
        run.take_tick()
    assert row.hero.sight == before


def test_players_read_what_it_does(run: HeadlessRun) -> None:
    wait_for_theft(run)
    (threat,) = run.look(0).threats.values()
    assert threat.tricks == ["light_thief.steals_light"]


def test_a_theft_lasts_through_a_restore(run: HeadlessRun) -> None:
    wait_for_theft(run)
    run.restore(run.save())
    assert hero_row(run, 0)[1].hero.sight == 3


def test_a_sunstone_gives_the_light_back_and_is_kept_otherwise(run: HeadlessRun) -> None:
    stack = give_item(run, 0, "sunstone")
    run.ask_hero(0, Use(stack))
    run.take_tick()
    assert run.report_of(0).outcome == "refused"
    wait_for_theft(run)
    leave_alone(run)
    run.ask_hero(0, Use(stack))
    for _ in range(40):
        run.take_tick()
    _, row = hero_row(run, 0)
    assert row.hero.sight > 3
    assert not row.inventory.stacks


def test_its_preset_holds_what_runs_promise() -> None:
    check_preset("gloaming", ticks=200, prepare=lambda run: place_monster(run, 0, MOTH))
