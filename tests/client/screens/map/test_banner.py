"""The line over the map says what a player waits for who has no hero to play."""

from support.client.client_examples import hero_status, joined, keyframe, watching
from support.client.screen_text import playing, shown
from undertide_client.screens.map.banner import banner_words
from undertide_client.screens.map_screen import MapScreen
from undertide_shared.messages import PaceStatus, PartyMember


def test_the_fallen_read_how_long_a_companion_has() -> None:
    ui = playing(hero=hero_status(life=0, dies_in=95))
    assert banner_words(ui) == "Fallen: a companion has 48 turns to revive you"
    assert banner_words(ui) in shown(MapScreen(ui))


def test_they_read_when_care_will_have_worked() -> None:
    ui = playing(hero=hero_status(life=0, dies_in=95, revived_in=29), pace=PaceStatus("real"))
    assert banner_words(ui) == "Fallen: you are up again in 3 s"


def test_the_dead_read_when_their_new_hero_comes() -> None:
    coming = PartyMember(0, "Ann", 0, 0, 0, 1, "dead", returns=True)
    ui = playing(hero=None, party=[coming])
    assert banner_words(ui) == "Your new hero begins on the next new floor"


def test_nobody_else_reads_anything() -> None:
    assert banner_words(playing()) == ""
    ui = playing(hero=hero_status(seat=1, dies_in=95))
    assert banner_words(ui) == ""
    ui = playing()
    ui.mirror.apply(watching())
    assert banner_words(ui) == ""


def test_a_server_that_does_not_answer_comes_before_all_else() -> None:
    ui = playing(hero=hero_status(life=0, dies_in=95))
    ui.silence = 4.2
    assert banner_words(ui) == "No answer for 4 s: the game may go on without you"
    assert banner_words(ui) in shown(MapScreen(ui))


def test_who_keeps_the_others_waiting_is_told() -> None:
    ui = playing(pace=PaceStatus("party", waiting_for=[0], limit_in=6000, nudge=True))
    assert banner_words(ui) == "Your turn: the others wait for you (6 s left)"
    assert banner_words(ui) in shown(MapScreen(ui))


def test_seconds_are_those_of_the_session() -> None:
    ui = playing()
    ui.mirror.apply(joined(ticks_per_second=5))
    fallen = hero_status(life=0, dies_in=95)
    ui.mirror.apply(keyframe(hero=fallen, pace=PaceStatus("real")))
    assert banner_words(ui) == "Fallen: a companion has 19 s to revive you"
