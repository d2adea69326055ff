"""A game plays by the code that it was made with, and by no other."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, get_args

from support.content.repertoire import REPERTOIRE
from support.content.shipped import shipped
from support.worlds.staging import Stage, kind_that, make_test_game
from undertide_server.content.records.effects import Nova
from undertide_server.content.records.layouts import LayoutName
from undertide_server.content.records.tricks import Tricks
from undertide_server.simulation.ai.tricks.registry import TrickRegistry
from undertide_server.simulation.ai.tricks.trick import Chances, TrickKind
from undertide_server.simulation.effects.context import EffectContext
from undertide_server.simulation.effects.dispatch import prepared
from undertide_server.worldgen.floor import plan_floor
from undertide_server.worldgen.game.game import make_game
from undertide_server.worldgen.game.run_tree import root_of
from undertide_server.worldgen.layouts.arena import dig_arena
from undertide_server.worldgen.layouts.registry import LayoutKind

HALL = ["#" * 12, "#@" + "." * 9 + "#", "#" * 12]


def test_a_trick_of_another_registry_is_tried_instead_of_the_games_own() -> None:
    tried: list[int] = []

    def attempt(chances: Chances) -> bool:
        tried.append(chances.monster.entity)
        return True

    dance = TrickKind("flits", lore=lambda _rules, _tricks: "It dances.", attempt=attempt)
    other = replace(REPERTOIRE, tricks=TrickRegistry([dance]))
    stage = Stage(HALL, replace(make_test_game(), repertoire=other))
    stage.hero()
    row = stage.monster((2, 1), mood="hunting", kind=kind_that(stage, Tricks(flits=10)))
    stage.tick(1)
    assert tried == [row.entity]
    assert list(stage.run.tricks.lore_of(stage.run.rules, Tricks(flits=10))) == ["It dances."]


def test_an_effect_of_another_registry_is_the_one_that_is_applied() -> None:
    done: list[str] = []

    def hum(_context: EffectContext, _effect: Any) -> Callable[[], None]:
        return lambda: done.append("hum")

    other = replace(REPERTOIRE, effects={**REPERTOIRE.effects, Nova: hum})
    stage = Stage(HALL, replace(make_test_game(), repertoire=other))
    nova = Nova(does="nova", power=100, radius=2, damage="fire")
    prepared(EffectContext(stage.run, stage.floor, stage.hero(), None, 10, 0, "test"), nova)()
    assert done == ["hum"]


def test_a_layout_of_another_registry_is_dug() -> None:
    arena = LayoutKind(lambda layouts: layouts.arena, dig_arena)
    everywhere = dict.fromkeys(get_args(LayoutName), arena)
    own, other = (
        make_game(shipped("default"), bytes(16), each)
        for each in (REPERTOIRE, replace(REPERTOIRE, layouts=everywhere))
    )
    root = root_of(own)
    dug = plan_floor(other, root, (1,), "rooms_and_corridors").tiles.shape
    assert dug == plan_floor(own, root, (1,), "arena").tiles.shape
    assert dug != plan_floor(own, root, (1,), "rooms_and_corridors").tiles.shape
