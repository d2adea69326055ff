"""Episodes: what a step is, and what it pays."""

from collections.abc import Iterator
from contextlib import closing

import numpy as np
import pytest

from undertide_server.content.schema.errors import ContentError
from undertide_server.environments.episode import REWARDS, Episode, EpisodeOptions
from undertide_shared.learning import ACTIONS, PARTS

NUMBER = {name: number for number, name in enumerate(ACTIONS)}
WAIT = NUMBER["wait"]


@pytest.fixture
def episode() -> Iterator[Episode]:
    with closing(Episode(EpisodeOptions(callings=("", "mender"), view=5))) as made:
        made.begin(7)
        yield made


def test_a_step_lasts_until_somebody_can_decide(episode: Episode) -> None:
    ticks = episode.run.ticks
    episode.step({0: WAIT, 1: WAIT})
    assert 0 < episode.run.ticks - ticks < 10
    assert not episode.run.is_busy(0)


def test_an_auto_action_is_one_step_for_who_is_alone() -> None:
    with closing(Episode(EpisodeOptions(parts=["figures"]))) as episode:
        episode.begin(7)
        episode.step({0: NUMBER["explore"]})
        assert not episode.run.is_busy(0)
        assert episode.run.ticks > 10


def test_who_is_busy_goes_on_by_waiting(episode: Episode) -> None:
    episode.step({0: NUMBER["explore"], 1: WAIT})
    assert episode.run.is_busy(0)
    received = episode.run.report_of(0).received
    cell = episode.known(0).cell
    while episode.known(0).cell == cell:
        episode.step({0: WAIT, 1: WAIT})
    assert episode.run.report_of(0).received == received
    episode.step({0: NUMBER["rest"], 1: WAIT})
    assert episode.run.report_of(0).received == received  # It needs no rest: that is a wait, too.


def test_an_action_that_is_not_legal_is_a_wait(episode: Episode) -> None:
    mask = episode.mask(0)
    assert mask[NUMBER["climb_down"]] == 0
    episode.step({0: NUMBER["climb_down"], 1: WAIT})
    assert episode.run.report_of(0).outcome == "done"


def test_a_number_that_is_no_action_is_refused_before_anybody_acts(episode: Episode) -> None:
    before = episode.run.hash_state()
    for action in (-1, len(ACTIONS)):
        with pytest.raises(ValueError, match="actions are 0 to 66"):
            episode.step({0: WAIT, 1: action})
    assert episode.run.hash_state() == before


def test_the_reward_is_the_weighted_sum_of_its_parts() -> None:
    options = EpisodeOptions(rewards={"depth": 5.0, "tide": 0.0})
    with closing(Episode(options)) as episode:
        gains = {"depth": 1.0, "experience": 100.0, "tide": -1.0, "victory": 1.0, "death": -1.0}
        assert gains.keys() == REWARDS.keys()
        assert episode.weigh(gains) == 5.0 + 1.0 + 0.0 + 20.0 + 0.0


def test_gains_are_those_of_the_step(episode: Episode) -> None:
    nothing = dict.fromkeys(REWARDS, 0.0)
    assert episode.step({0: WAIT, 1: WAIT}) == {0: nothing, 1: nothing}
    found = episode.run.state.index.of_seat(0)
    assert found is not None
    _, row = found
    row.hero.experience += 5
    row.hero.gold += 1  # Looks are made anew when facts of play change.
    episode.run.state.progress.deepest += 1
    gained = episode.step({0: WAIT, 1: WAIT})
    assert gained[0]["experience"] == 5
    assert gained[1]["experience"] == 0
    episode.run.state.progress.deepest += 1


def test_depth_is_gained_by_the_first_to_come() -> None:
    with closing(Episode(EpisodeOptions(parts=["figures"], preset="tutorial"))) as episode:
        episode.begin(3)
        gained = []
        for _ in range(60):
            mask = episode.mask(0)
            wanted = ("climb_down", "fight", "explore", "wait")
            action = next(NUMBER[name] for name in wanted if mask[NUMBER[name]])
            gained.append(episode.step({0: action})[0]["depth"])
            if sum(gained) == 2:
                break
        assert episode.run.deepest == 3
        assert set(gained) == {0.0, 1.0}


def test_death_and_the_end_are_seen_once(episode: Episode) -> None:
    for seat in (0, 1):
        found = episode.run.state.index.of_seat(seat)
        assert found is not None
        found[1].body.life, found[1].hero.food, found[1].body.regen = 1, 0, 0
    deaths = np.zeros(2)
    for _ in range(3000):
        gains = episode.step(dict.fromkeys((0, 1), WAIT))
        deaths += [gains[seat]["death"] for seat in (0, 1)]
        if episode.run.ended:
            break
    assert episode.run.ended
    assert deaths.tolist() == [-1.0, -1.0]
    assert episode.observe(0).keys() == set(PARTS)


def test_an_episode_has_an_end() -> None:
    with closing(Episode(EpisodeOptions(length=3, parts=["figures"]))) as episode:
        episode.begin(7)
        for _ in range(3):
            assert not episode.is_too_long
            episode.step({0: WAIT})
        assert episode.is_too_long
        episode.begin(8)
        assert not episode.is_too_long


def test_what_is_impossible_is_refused() -> None:
    for options, problem in (
        ({"rewards": {"fame": 1.0}}, "no rewards"),
        ({"length": 0}, "at least 1 step"),
        ({"callings": ()}, "at least 1 hero"),
    ):
        with pytest.raises(ValueError, match=problem):
            EpisodeOptions(**options)
    with pytest.raises(ValueError, match="no parts"):
        Episode(EpisodeOptions(parts=["nothing"]))
    with pytest.raises(ContentError):
        Episode(EpisodeOptions(preset="no such preset"))


def test_nothing_is_there_before_the_first_episode_and_after_the_last() -> None:
    episode = Episode(EpisodeOptions())
    with pytest.raises(RuntimeError, match="reset"):
        episode.step({0: WAIT})
    episode.begin(1)
    episode.close()
    episode.close()
    with pytest.raises(RuntimeError, match="reset"):
        episode.step({0: WAIT})
