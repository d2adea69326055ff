import pytest

from support.client.client_examples import ARENA, HERO, hero_status, watching
from support.client.hero_examples import BOLT
from support.client.replay_examples import watched_again
from support.client.screen_text import playing, ui_of
from undertide_client.model.mirror import Mirror
from undertide_client.screens.map.map_hints import best_healing, intent_to_heal, map_hints
from undertide_client.screens.widgets.hints import hints_text
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.messages import (
    EffectFigures,
    PackItem,
    PartyMember,
    Roster,
    Sighting,
    StairAgreement,
    Terms,
    TradeTable,
    Use,
)


def words(ui: Ui) -> str:
    return hints_text(map_hints(ui))


def test_a_player_is_told_what_its_hero_can_do() -> None:
    alone = [Sighting(HERO, 1, 2, 2)]
    calm = playing(sightings=alone)
    assert words(calm) == "o explore  i pack  ? help  e gear  c hero  t talk  P people"
    armed = playing(hero=hero_status(range=8), spells=[BOLT], sightings=alone)
    told = "o explore  i pack  ? help  a cast  f shoot  e gear  c hero  t talk  P people"
    assert words(armed) == told


def test_an_open_trade_comes_first() -> None:
    table = TradeTable(1, 1, [], 0, [], 5, False, False)
    assert words(playing(trades=[table])).startswith("G trade with Bob  Tab fight")


def test_enemies_in_sight_are_a_reason_to_fight() -> None:
    assert words(playing()).startswith("Tab fight  i pack")
    peaceful = playing(sightings=[Sighting(HERO, 1, 2, 2), Sighting(7, 2, 4, 2, 100, "peaceful")])
    assert words(peaceful).startswith("o explore  i pack")


def test_a_proposal_of_stairs_can_be_agreed_to() -> None:
    proposal = StairAgreement(ARENA, [1], [0], 40)
    assert words(playing(agreements=[proposal])).startswith("> agree  Tab fight")
    assert "agree" not in words(playing(agreements=[StairAgreement(ARENA, [0], [1], 40)]))


def test_a_fallen_hero_s_player_is_offered_nothing_that_the_hero_can_not_do() -> None:
    fallen = playing(hero=hero_status(life=0, dies_in=120))
    assert words(fallen) == "t talk  ; look around  ? help  P people"


def test_wounds_are_a_reason_to_heal_for_who_has_the_means() -> None:
    potion = PackItem(3, "potion", 1, "!", 0, "", does=["heal"])
    assert "q heal" in words(playing(hero=hero_status(life=14), pack=[potion]))
    assert "q heal" not in words(playing(hero=hero_status(life=15), pack=[potion]))
    assert "q heal" not in words(playing(hero=hero_status(life=14), pack=[]))


def test_a_spectator_is_told_how_to_look_on() -> None:
    ui = playing()
    ui.mirror.apply(watching())
    assert words(ui) == "f next hero  t talk  ? help  P people"


def test_a_dead_hero_s_player_is_told_how_to_go_on() -> None:
    assert "N a new hero" in words(playing(hero=hero_status(state="dead")))


def test_in_a_replay_the_replay_s_keys_are_told() -> None:
    assert words(watched_again()) == "Space play/pause  ? help"


def test_before_there_is_a_place_nothing_is_told() -> None:
    assert words(ui_of()) == ""


def test_a_spectator_who_may_not_talk_is_not_told_to() -> None:
    ui = playing()
    ui.mirror.apply(watching())
    ui.mirror.apply(Roster([], [], terms=Terms(watchers_talk=False)))
    assert words(ui) == "f next hero  ? help  P people"


def test_where_the_dead_stay_dead_no_new_hero_is_offered() -> None:
    ui = playing(hero=hero_status(state="dead"))
    ui.mirror.apply(Roster([], [], terms=Terms(new_heroes=False)))
    assert "a new hero" not in words(ui)
    assert "t talk" in words(ui)


def test_whoever_waits_for_a_new_hero_is_offered_no_other() -> None:
    coming = PartyMember(0, "Ann", 0, 0, 0, 1, "dead", returns=True)
    ui = playing(hero=None, party=[coming])
    assert "a new hero" not in words(ui)


def item(key: int, heals: int, *, does: str = "heal", usable: bool = True) -> PackItem:
    effects = [EffectFigures(does, percent=1, of="life", least=heals)] if heals else []
    return PackItem(key, "thing", 1, "!", 0, "", usable=usable, does=[does], effects=effects)


def carrying(*pack: PackItem) -> Mirror:
    return playing(pack=list(pack)).mirror


SMALL, MIDDLE, LARGE = item(1, 10), item(2, 25), item(3, 60)
SCROLL = item(4, 99, does="ball")


@pytest.mark.parametrize(
    ("missing", "best"),
    [(5, SMALL), (10, SMALL), (11, MIDDLE), (40, LARGE), (80, LARGE), (0, SMALL)],
)
def test_the_weakest_that_heals_all_or_else_the_strongest(missing: int, best: PackItem) -> None:
    assert best_healing(carrying(SCROLL, LARGE, SMALL, MIDDLE), missing) == best


def test_what_cannot_be_used_or_heals_nothing_is_no_healing() -> None:
    assert best_healing(carrying(SCROLL, item(5, 30, usable=False), item(6, 0, does="")), 5) is None


def test_a_server_that_tells_no_figures_is_served_too() -> None:
    assert best_healing(carrying(item(7, 0)), 12) == item(7, 0)


def test_an_item_that_asks_for_a_target_heals_the_hero_itself() -> None:
    aimed = PackItem(8, "balm", 1, "!", 0, "", "cell", does=["heal"])
    ui = playing(pack=[aimed], hero=hero_status(life=3))
    assert ui.mirror.cell is not None
    assert intent_to_heal(ui.mirror) == Use(8, *ui.mirror.cell)
    assert intent_to_heal(playing(pack=[SMALL]).mirror) == Use(1)
    assert intent_to_heal(playing(pack=[]).mirror) is None
