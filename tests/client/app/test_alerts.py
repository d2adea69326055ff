from support.client.client_examples import GOBLIN, delta
from support.client.screen_text import playing
from undertide_client.app.alerts import AWAY_SECONDS, Alerts
from undertide_client.displays.attention import TITLE
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.messages import Condition, PaceStatus

CALM = Condition(GOBLIN, 60, "asleep")
HUNTS = Condition(GOBLIN, 60, "hunting")


def watched(ui: Ui, *, wanted: bool = True) -> Alerts:
    alerts = Alerts(ui, wanted=wanted)
    ui.now = 100.0
    ui.mirror.apply(delta(2, changed=[CALM]))
    alerts.note_key()
    alerts.look()
    return alerts


def test_the_title_tells_that_something_noticed_the_player() -> None:
    ui = playing()
    alerts = watched(ui)
    assert alerts.attention.title == TITLE
    ui.mirror.apply(delta(3, changed=[HUNTS]))
    alerts.look()
    assert alerts.attention.title == f"noticed you - {TITLE}"
    ui.mirror.apply(delta(4, gone=[GOBLIN]))
    alerts.look()
    assert alerts.attention.title == TITLE


def test_the_bell_rings_once_and_only_for_who_has_pressed_no_key_for_a_while() -> None:
    ui = playing()
    alerts = watched(ui)
    ui.mirror.apply(delta(3, changed=[HUNTS]))
    alerts.look()
    assert alerts.attention.rings == 0, "the player is there"
    ui.mirror.apply(delta(4, changed=[CALM]))
    alerts.look()
    ui.now += AWAY_SECONDS
    ui.mirror.apply(delta(5, changed=[HUNTS]))
    alerts.look()
    alerts.look()
    assert alerts.attention.rings == 1


def test_ones_own_turn_is_told_but_not_anothers() -> None:
    ui = playing()
    alerts = watched(ui)
    ui.now += AWAY_SECONDS
    ui.mirror.apply(delta(3, pace=PaceStatus("party", waiting_for=[1])))
    alerts.look()
    assert alerts.attention == type(alerts.attention)()
    ui.mirror.apply(delta(4, pace=PaceStatus("party", waiting_for=[0, 1])))
    alerts.look()
    assert alerts.attention.title == f"your turn - {TITLE}"
    assert alerts.attention.rings == 1


def test_who_wants_no_alerts_gets_none() -> None:
    ui = playing()
    alerts = watched(ui, wanted=False)
    ui.now += AWAY_SECONDS
    ui.mirror.apply(delta(3, changed=[HUNTS]))
    alerts.look()
    assert alerts.attention == type(alerts.attention)()
