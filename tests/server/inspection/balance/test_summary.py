from support.sessions.balance_examples import balance, ran
from undertide_server.inspection.balance.records import Arrival, Played
from undertide_server.inspection.balance.summary import share_that_reached, skill_data


def test_runs_are_added_up() -> None:
    data = skill_data([ran(4), ran(8, ended=False), ran(9, won=True)])
    assert (data["runs"], data["won"], data["given_up"]) == (3, 1, 1)
    assert (data["floors"], data["median_floor"]) == ([4, 8, 9], 8.0)
    assert data["deaths"] == {"monster": 3, "tide": 3}
    assert data["killers"] == {"rat": 3, "orc": 3}
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
