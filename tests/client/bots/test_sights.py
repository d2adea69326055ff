from undertide_client.bots.sights import foe_of
from undertide_shared.messages import Sighting


def test_moods_tell_who_hunts_and_who_flees() -> None:
    foes = {mood: foe_of(Sighting(1, 2, 3, 4, 50, mood), 5) for mood in ("hunting", "fleeing")}
    assert (foes["hunting"].hunts, foes["hunting"].flees) == (True, False)
    assert (foes["fleeing"].hunts, foes["fleeing"].flees) == (False, True)
    assert (foes["hunting"].cell, foes["hunting"].health, foes["hunting"].apart) == ((3, 4), 50, 5)


def test_the_confused_and_the_slowed_are_hindered() -> None:
    slowed = Sighting(1, 2, 3, 4, 50, "hunting", ["slow"], ["hinder"])
    assert foe_of(slowed, 1).hindered
    assert foe_of(Sighting(1, 2, 3, 4, 50, "confused"), 1).hindered
    assert not foe_of(Sighting(1, 2, 3, 4, 50, "hunting"), 1).hindered
