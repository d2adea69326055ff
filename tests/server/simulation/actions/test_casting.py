"""Spells are cast by those who know them, for mana and time; and by monsters."""

import pytest

from support.worlds.outcomes import refusal
from support.worlds.spellcraft import HALL, MANA, cast, caster, told
from support.worlds.staging import Stage
from undertide_server.simulation.actions.casting import cast_by_monster
from undertide_server.simulation.components.actors import Attack
from undertide_server.simulation.mechanics.inventory import give_stack
from undertide_server.simulation.state.events import Hit, Told
from undertide_server.simulation.state.rows import HeroRow
from undertide_shared.messages import Use


def unspent(row: HeroRow) -> bool:
    """Whether a hero paid nothing."""
    return row.magic.mana == MANA and row.actor.energy == 0


class TestHeroes:
    def test_a_spell_takes_mana_and_time_and_is_told(self) -> None:
        stage = Stage(HALL)
        row = caster(stage, "arcane_dart")
        monster = stage.monster((5, 1), life=500)
        events = cast(stage, "arcane_dart", monster.cell)
        spell = stage.run.rules.spells["arcane_dart"]
        assert monster.body.life < 500
        assert row.magic.mana == MANA - spell.mana
        assert stage.floor.state.clock == -(-spell.energy // row.actor.speed)
        assert told(events)[0] == "Ann casts arcane dart."

    def test_magic_alone_is_its_power(self) -> None:
        lost = []
        for power, attack in ((100, 10), (200, 10), (100, 1000)):
            stage = Stage(HALL)
            row = caster(stage, "arcane_dart")
            row.magic.power = power
            row.attack.power = attack
            monster = stage.monster((5, 1), mood="asleep", life=5000)
            cast(stage, "arcane_dart", monster.cell)
            lost.append(5000 - monster.body.life)
        assert lost[0] == lost[2]
        assert abs(lost[1] - 2 * lost[0]) <= 1

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
        done = cast_by_monster(stage.run, stage.floor, monster, "smite", row)
        spread = stage.run.world.get(monster.entity, Attack).spread
        spell = stage.run.rules.spells["smite"]
        share = spell.effect.power  # type: ignore[union-attr]
        assert done
        assert share * (100 - spread) // 100 - 1 <= 5000 - row.body.life
        assert 5000 - row.body.life <= share * (100 + spread) // 100 + 1
        assert monster.actor.energy == -spell.energy

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
        assert cast_by_monster(stage.run, stage.floor, monster, "fireball", row)
        assert row.body.life < 5000
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
