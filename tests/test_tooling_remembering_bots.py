"""What bots were shown is compared with what the stored run could show, and no less is lost."""

from typing import Final

import pytest

from support.sessions.onlooker import Onlooker
from support.sessions.remembering_bots import Showable, Shown, harms, unknown
from support.worlds.staging import Stage
from undertide_server.simulation.state.inputs import DozedOff, Input, PlayerLost, Turned, Withdrawn
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.views.shared_parts import Common, panel_of
from undertide_server.views.view import View
from undertide_shared.messages import Delta, Keyframe, Wait

HOUSE: Final = ["########", "#@.....#", "#......#", "########"]
GOLD: Final = 7


class Played:
    """A run of two heroes whose first one is watched, and all that the run could show."""

    def __init__(self) -> None:
        self.stage = Stage(HOUSE)
        self.hero: HeroRow = self.stage.hero(cell=(1, 1))
        self.hero.hero.gold = GOLD
        self.stage.hero("Ben", cell=(6, 2))
        self.stage.put_to_sleep(1)
        self.showable = Showable()
        self.shown = Shown()
        self._view, self._onlooker = View(self.hero.entity), Onlooker()
        self.show()

    def show(self) -> None:
        """Take in what could be shown now, and what the hero's player is shown."""
        run = self.stage.run
        self.showable.look(run)
        data = self._view.update(run, Common(panel_of(run).members, {}))
        if data is None:
            return
        frame = self._onlooker.take(data)
        assert isinstance(frame, Keyframe | Delta)
        if frame.intent is not None:
            report = frame.intent
            self.shown.reports.add((report.received, report.sequence, report.outcome))
        if frame.hero is not None:
            self.shown.figures.add((frame.hero.life, frame.hero.experience, frame.hero.gold))

    def die(self) -> None:
        """Let a monster kill the hero, by its next blow or the one after."""
        self.hero.body.life = 1
        self.stage.monster((2, 1), mood="hunting", power=500)
        while self.stage.run.index.of_hero(self.hero.entity) is not None:
            self.stage.ask(Wait())
            self.show()


@pytest.fixture
def played() -> Played:
    return Played()


def test_nothing_that_was_shown_is_missing(played: Played) -> None:
    played.stage.ask(Wait())
    played.show()
    assert played.shown.settled == 1
    assert unknown({0: played.shown}, played.showable.by_seat) == []


def test_a_last_frame_with_the_gold_that_the_dead_hero_dropped_is_not_missing(
    played: Played,
) -> None:
    played.die()
    assert (0, 0, GOLD) in played.shown.figures
    assert played.hero.hero.gold == 0
    assert unknown({0: played.shown}, played.showable.by_seat) == []


def test_a_death_that_the_run_knows_nothing_of_is_missing(played: Played) -> None:
    without_death = Played()
    played.die()
    assert "seat 0: (0, 0, 7)" in unknown({0: played.shown}, without_death.showable.by_seat)


def test_a_last_frame_with_gold_that_the_hero_never_had_is_missing(played: Played) -> None:
    played.die()
    played.shown.figures.add((0, 0, GOLD + 1))
    assert unknown({0: played.shown}, played.showable.by_seat) == ["seat 0: (0, 0, 8)"]


def test_the_dead_are_shown_no_figures_of_the_living(played: Played) -> None:
    played.die()
    possible = played.showable.by_seat
    played.stage.step()
    played.showable.look(played.stage.run)
    assert unknown({1: Shown(figures={(0, 0, GOLD)})}, possible) == ["seat 1: (0, 0, 7)"]


def test_an_answer_that_the_run_did_not_give_is_missing(played: Played) -> None:
    played.shown.reports.add((1, 1, "done"))
    missing = ["seat 0: (1, 1, 'done')", "seat 0: settled 1"]
    assert unknown({0: played.shown}, played.showable.by_seat) == missing


def test_a_living_hero_whose_player_is_lost_is_harmed(played: Played) -> None:
    harmful: list[Input] = [PlayerLost(0), Withdrawn(0), DozedOff(0)]
    assert harms(played.stage.run, [*harmful, Turned(1)]) == len(harmful)


def test_a_player_who_leaves_after_its_heros_death_is_not_harmed(played: Played) -> None:
    played.die()
    assert harms(played.stage.run, [PlayerLost(0), Withdrawn(0)]) == 0
    assert harms(played.stage.run, [PlayerLost(1)]) == 1
