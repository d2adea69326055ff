from support.sessions.balance_examples import balance, ran
from undertide_server.inspection.balance.records import Arrival, Played
from undertide_server.inspection.balance.summary import share_that_reached, skill_data, wilson


def test_runs_are_added_up() -> None:
    data = skill_data([ran(4), ran(8, ended=False), ran(9, won=True)])
    assert (data["runs"], data["won"], data["given_up"]) == (3, 1, 1)
    assert (data["floors"], data["median_floor"]) == ([4, 8, 9], 8.0)
    assert data["deaths"] == {"monster": 3, "tide": 3}
    assert data["killers"] == {"rat": 3, "orc": 3}
    assert data["lived"] == (0.0, 0.0)
    assert (data["kills"], data["tide_kills"], data["tide_share"]) == (30, 12, 50.0)
    assert share_that_reached(data, 8) == 66.7


def test_each_depth_says_what_heroes_were_worth_there() -> None:
    depths = skill_data([ran(1), ran(2)])["depths"]
    assert [(depth["floor"], depth["parties"]) for depth in depths] == [(1, 2), (2, 1)]
    second = depths[1]
    assert (second["worth"], second["weakest"], second["strongest"]) == (21.0, 20, 22)
    assert (second["average"], second["level"], second["ticks"]) == (10.0, 2.0, 200.0)


def test_a_party_of_which_nobody_arrived_is_worth_nothing() -> None:
    run = Played("careful", 1, floor=1, arrivals=[Arrival(1, 0, 9.0, (), ())])
    assert skill_data([run])["depths"][0]["worth"] == 0


def test_skills_stand_in_the_order_in_which_they_were_asked_for() -> None:
    data = balance(ran(1, skill="still"), ran(2), staged=True)
    assert [skill["skill"] for skill in data["skills"]] == ["still", "careful"]
    assert (data["preset"], data["pace"], data["ticks"]) == ("default", "party", 500)
    assert data["staged"]


def test_the_share_that_reached_each_floor_of_the_game_is_told() -> None:
    runs = [Played("careful", 1, floor=floor, last_floor=4) for floor in (1, 3, 3, 4)]
    assert skill_data(runs)["reached"] == {"1": 1.0, "2": 0.75, "3": 0.75, "4": 0.25}


def test_worth_is_told_by_the_average_of_the_floor() -> None:
    assert skill_data([ran(2), ran(1)])["worth_ratio"] == {"1": 2.2, "2": 2.1}


def test_a_floor_ends_the_runs_that_are_lost_there() -> None:
    depths = skill_data([ran(1), ran(2), ran(2, won=True), ran(2, ended=False)])["depths"]
    assert [depth["ended"] for depth in depths] == [0.25, 0.3333]
    assert depths[1]["deaths"] == {"rat": 3, "orc": 3}


def test_the_interval_of_the_wins_is_wilsons() -> None:
    assert wilson(0, 20) == (0.0, 0.1611)
    assert wilson(15, 20) == (0.5313, 0.8881)
    assert wilson(5, 5) == (0.5655, 1.0)


def test_each_depth_says_what_its_time_went_into() -> None:
    idle = ran(1)
    idle.times = {1: {"wait": 100}}
    (depth,) = skill_data([ran(1), idle])["depths"]
    assert sum(depth["times"].values()) == 100
    assert {each: share for each, share in depth["times"].items() if share} == {
        "explore": 30.0,
        "fight": 15.0,
        "rest": 5.0,
        "wait": 50.0,
    }


def test_runs_of_which_no_time_was_recorded_spent_none() -> None:
    run = ran(1)
    run.times.clear()
    assert set(skill_data([run])["depths"][0]["times"].values()) == {0.0}
