"""The choice of the healing item that suits the hero's wounds."""

import pytest

from support.client.client_examples import hero_status
from support.client.screen_text import playing
from undertide_client.model.mirror import Mirror
from undertide_client.screens.map.healing import best_healing, intent_to_heal
from undertide_shared.messages import EffectFigures, PackItem, Use


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
