"""What spells and abilities cost, when they work, and who may use them."""

import gc

import pytest

from support.worlds.companies import hero_of, perform
from support.worlds.companies import refusal as ability_refusal
from support.worlds.outcomes import refusal, told_onlookers
from support.worlds.staging import HALL, MANA, Stage, cast, caster
from undertide_server.simulation.actions.casting import cast_by_monster
from undertide_server.simulation.components.actors import Resistance
from undertide_server.simulation.mechanics.inventory import give_stack
from undertide_server.simulation.state.events import Hit, Seen, Told
from undertide_server.simulation.state.rows import ActorRow, HeroRow
from undertide_shared.messages import Use


def unspent(row: HeroRow) -> bool:
    """Whether a hero paid nothing."""
    return row.magic.mana == MANA and row.actor.energy == 0


def unprotected(stage: Stage, row: ActorRow) -> None:
    """Take an actor's resistances away."""
    stage.run.world.get(row.entity, Resistance).counted = (0,) * 6


class TestHeroes:
    def test_a_spell_takes_mana_and_time_and_is_told(self) -> None:
        stage = Stage(HALL)
        row = caster(stage, "arcane_dart")
        monster = stage.monster((5, 1), life=500)
        unprotected(stage, monster)
        row.attack.spread = 0
        events = cast(stage, "arcane_dart", monster.cell)
        assert monster.body.life == 390, "110 % of 100"
        assert row.magic.mana == MANA - 3
        assert stage.floor.state.clock == 4
        assert told_onlookers(events)[0] == "Ann casts arcane dart."

    def test_magic_alone_is_its_power(self) -> None:
        lost = []
        for power, attack in ((100, 10), (200, 10), (100, 1000)):
            stage = Stage(HALL)
            row = caster(stage, "arcane_dart")
            row.magic.power = power
            row.attack.power, row.attack.spread = attack, 0
            monster = stage.monster((5, 1), mood="asleep", life=5000)
            unprotected(stage, monster)
            cast(stage, "arcane_dart", monster.cell)
            lost.append(5000 - monster.body.life)
        assert lost == [110, 220, 110]

    @pytest.mark.parametrize("spell", ["fireball", "no such spell", ""])
    def test_what_a_hero_does_not_know_it_can_not_cast(self, spell: str) -> None:
        stage = Stage(HALL)
        row = caster(stage, "arcane_dart")
        cast(stage, spell, (5, 1))
        assert refusal(row) == "you don't know that spell"
        assert unspent(row)

    def test_without_mana_there_is_no_spell(self) -> None:
        stage = Stage(HALL)
        row = caster(stage, "light")
        row.magic.mana = 1
        cast(stage, "light")
        needed = stage.run.rules.spells["light"].mana
        assert refusal(row) == f"it takes {needed} mana; you have 1"

    def test_ground_that_quells_magic_swallows_every_spell(self) -> None:
        stage = Stage(HALL)
        row = caster(stage, *stage.run.rules.spells)
        row.body.life = 1
        stage.monster((3, 1))
        stage.turn((1, 1), "quiet_floor")
        for spell in stage.run.rules.spells:
            cast(stage, spell, (3, 1))
            assert refusal(row) == "no magic works on this ground"
        assert unspent(row)

    def test_a_refused_spell_costs_nothing(self) -> None:
        stage = Stage(HALL)
        row = caster(stage, "arcane_dart")
        cast(stage, "arcane_dart", (5, 1))
        assert refusal(row) == "there is nobody to strike"
        assert unspent(row)
        assert stage.floor.state.clock == 0

    def test_the_confused_can_not_aim_but_may_help_themselves(self) -> None:
        stage = Stage(HALL)
        row = caster(stage, "smite", "cleanse")
        row.effects.remaining["confused"] = 100
        stage.monster((4, 1), mood="asleep")
        cast(stage, "smite", (4, 1))
        assert refusal(row) == "you are too confused to aim"
        cast(stage, "cleanse")
        assert row.effects.remaining == {}

    @pytest.mark.parametrize(("spell", "keeps"), [("smite", False), ("mend", True)])
    def test_whoever_turns_on_others_gives_up_its_shelter(self, spell: str, keeps: bool) -> None:
        stage = Stage(HALL)
        row = caster(stage, spell)
        row.effects.remaining["sheltered"] = 100
        stage.monster((4, 1), life=500)
        cast(stage, spell, (4, 1) if spell == "smite" else None)
        assert ("sheltered" in row.effects.remaining) is keeps


class TestBooks:
    def test_a_book_teaches_and_is_used_up(self) -> None:
        stage = Stage(HALL)
        row = caster(stage)
        give_stack(row.inventory, "book_blink", 1)
        events = stage.ask(Use(row.inventory.stacks[0].id))
        assert row.magic.spells == ["blink"]
        assert row.inventory.stacks == []
        assert [event.text for event in events if isinstance(event, Told)] == [
            "You have learned blink."
        ]

    def test_what_is_known_is_not_learned_again(self) -> None:
        stage = Stage(HALL)
        row = caster(stage, "blink")
        give_stack(row.inventory, "book_blink", 1)
        stage.ask(Use(row.inventory.stacks[0].id))
        assert refusal(row) == "you already know blink"
        assert row.magic.spells == ["blink"]
        assert row.inventory.stacks[0].count == 1

    def test_books_can_be_read_where_magic_is_quelled(self) -> None:
        stage = Stage(HALL)
        row = caster(stage)
        stage.turn((1, 1), "quiet_floor")
        give_stack(row.inventory, "book_blink", 1)
        stage.ask(Use(row.inventory.stacks[0].id))
        assert row.magic.spells == ["blink"]


class TestMonsters:
    def test_they_cast_with_the_power_of_their_attack_and_pay_in_time(self) -> None:
        stage = Stage(HALL)
        row = caster(stage)
        monster = stage.monster((5, 1), power=100)
        unprotected(stage, row)
        monster.attack.spread = 0
        assert cast_by_monster(stage.run, stage.floor, monster, "smite", row)
        assert row.body.life == 5000 - 150, "150 % of 100"
        assert monster.actor.energy == -40

    def test_they_help_themselves(self) -> None:
        stage = Stage(HALL)
        caster(stage)
        monster = stage.monster((5, 1))
        assert cast_by_monster(stage.run, stage.floor, monster, "ward", monster)
        assert not cast_by_monster(stage.run, stage.floor, monster, "heal", monster)
        assert set(monster.effects.remaining) == {"warded"}

    def test_they_help_their_kin(self) -> None:
        stage = Stage(HALL)
        caster(stage)
        healer, kin = stage.monster((5, 1)), stage.monster((6, 1), life=100)
        kin.body.life = 10
        assert cast_by_monster(stage.run, stage.floor, healer, "heal", kin)
        assert kin.body.life == 40

    def test_their_fireballs_spare_their_kin(self) -> None:
        stage = Stage(HALL)
        row = caster(stage)
        monster, kin = stage.monster((6, 1), power=50), stage.monster((2, 1), life=500)
        unprotected(stage, row)
        monster.attack.spread = 0
        assert cast_by_monster(stage.run, stage.floor, monster, "fireball", row)
        assert row.body.life == 5000 - 75, "150 % of 50"
        assert kin.body.life == 500

    def test_out_of_sight_out_of_reach_or_where_magic_is_quelled_nothing_happens(self) -> None:
        stage = Stage(
            ["################", "#@.............#", "#.###########..#", "################"]
        )
        row = caster(stage)
        round_the_corner, far, quelled = (
            stage.monster(cell) for cell in ((14, 2), (12, 1), (4, 1))
        )
        stage.turn((4, 1), "quiet_floor")
        stage.run.events = []
        for monster in (round_the_corner, far, quelled):
            assert not cast_by_monster(stage.run, stage.floor, monster, "smite", row)
            assert monster.actor.energy == 0
        assert not [event for event in stage.run.events if isinstance(event, Hit)]


LONG_HALL = ["##############", "#@...........#", "#............#", "##############"]


def test_an_ability_takes_time_and_mana_rests_and_is_told() -> None:
    stage = Stage(LONG_HALL)
    row = hero_of(stage, "spellwright")
    row.magic.mana, row.magic.regen = 50, 0
    clock = stage.floor.state.clock
    events = perform(stage, "empower")
    assert stage.floor.state.clock - clock == 2
    assert row.magic.mana == 50 - 4
    assert row.hero.resting == {"empower": 150 - 2}
    said = [(event.own, event.others) for event in events if isinstance(event, Seen)]
    assert ("You use empower.", f"{row.actor.name.capitalize()} uses empower.") in said


def test_what_rests_is_refused_until_it_is_ready() -> None:
    stage = Stage(LONG_HALL)
    row = hero_of(stage, "warden")
    perform(stage, "brace")
    left = row.hero.resting["brace"]
    assert ability_refusal(stage, row, "brace") == "brace is not ready yet"
    stage.tick(left)
    perform(stage, "brace")
    assert row.intents.outcome == "done"


def test_each_ability_rests_by_itself() -> None:
    stage = Stage(LONG_HALL)
    row = hero_of(stage, "warden")
    stage.monster((3, 1), mood="hunting", life=500)
    perform(stage, "brace")
    perform(stage, "taunt")
    assert row.intents.outcome == "done"
    assert row.hero.resting.keys() == {"brace", "taunt"}


def test_a_hero_needs_the_calling_and_the_mana() -> None:
    stage = Stage(LONG_HALL)
    row = hero_of(stage, "mender")
    hero_of(stage, "warden", (2, 1))
    assert ability_refusal(stage, row, "taunt") == "your calling doesn't have that ability"
    row.magic.mana = 0
    cost = stage.run.rules.abilities["link"].mana
    assert ability_refusal(stage, row, "link", (2, 1)) == f"it takes {cost} mana; you have 0"


def test_a_lasting_gift_is_not_performed() -> None:
    stage = Stage(LONG_HALL)
    row = hero_of(stage, "mender")
    assert ability_refusal(stage, row, "field_care") == "field care always works by itself"


def test_the_confused_can_not_aim_but_can_cleave() -> None:
    stage = Stage(LONG_HALL)
    strider = hero_of(stage, "strider", (1, 1))
    reaver = hero_of(stage, "reaver", (5, 2))
    monster = stage.monster((6, 2), mood="hunting", life=5000)
    strider.effects.remaining["confused"] = reaver.effects.remaining["confused"] = 50
    assert "confused" in ability_refusal(stage, strider, "mark", monster.cell)
    perform(stage, "cleave", seat=1)
    assert reaver.intents.outcome == "done"


def test_a_taunt_ends_shelter_and_a_brace_does_not() -> None:
    stage = Stage(LONG_HALL)
    row = hero_of(stage, "warden")
    stage.monster((3, 1), mood="idle", life=500)
    row.effects.remaining["sheltered"] = 500
    perform(stage, "brace")
    assert "sheltered" in row.effects.remaining
    perform(stage, "taunt")
    assert "sheltered" not in row.effects.remaining


def test_a_refused_ability_leaves_no_cyclic_garbage() -> None:
    stage = Stage(LONG_HALL)
    row = hero_of(stage, "strider")
    assert ability_refusal(stage, row, "mark") == "it needs a target"
    gc.collect()
    assert ability_refusal(stage, row, "mark") == "it needs a target"
    assert gc.collect() == 0
