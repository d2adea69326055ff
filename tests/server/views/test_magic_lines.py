"""The log tells a spell or scroll in one line, and loses nothing."""

from collections.abc import Sequence

import pytest

from support.worlds.staging import HALL, Stage, cast, caster
from undertide_server.simulation.mechanics.inventory import give_stack
from undertide_server.simulation.state.events import (
    Downed,
    Event,
    Fell,
    Hit,
    MagicOver,
    PartyTold,
    Seen,
    Told,
    Who,
    thing,
)
from undertide_server.views.magic_lines import narrate_all
from undertide_server.views.narration import Senses, narrate
from undertide_server.views.view import View, read_log
from undertide_shared.limits import MAX_LINE
from undertide_shared.messages import Use

FLOOR = 5
ANN = Who(10, "Ann", is_hero=True, cell=(1, 1))
BEN = Who(11, "Ben", is_hero=True, cell=(2, 1))
ORC = Who(12, "orc", is_hero=False, cell=(3, 1))
RAT = Who(13, "rat", is_hero=False, cell=(0, 1))
HIDDEN = Who(14, "imp", is_hero=False, cell=(5, 1))
SEES = bytes([0] * 6 + [1, 1, 1, 1, 0, 0])
"""Two rows of six; of the lower one the first four cells are seen."""
OF_ANN = Senses(ANN.entity, FLOOR, SEES, 6)
OF_BEN = Senses(BEN.entity, FLOOR, SEES, 6)
OF_PARTY = Senses(0, FLOOR, SEES, 6)
ROAR = Seen(FLOOR, ANN, "combat", "A ball roars!", "A ball roars!", "show")


def spell(*parts: Event, by: Who = ANN) -> list[Event]:
    name = by.name if by.is_hero else f"The {by.name}"
    head = Seen(FLOOR, by, "combat", "You cast fireball.", f"{name} casts fireball.", "magic")
    return [head, *parts, MagicOver()]


def hit(target: Who, amount: int, source: Who = ANN) -> Hit:
    return Hit(FLOOR, source, target, ((amount, "fire"),), "magic")


def texts(events: Sequence[Event], senses: Senses = OF_ANN) -> list[str]:
    return [line.text for line in narrate_all(events, senses)]


def test_hits_and_deaths_follow_the_name_of_the_spell() -> None:
    events = spell(ROAR, hit(ORC, 12), hit(RAT, 7), Fell(FLOOR, RAT, ANN))
    (line,) = narrate_all(events, OF_ANN)
    told = "it strikes the orc for 12 fire and the rat for 7 fire, which dies."
    assert line.text == f"You cast fireball: {told}"
    assert line.tone == "good"
    assert texts(events, OF_BEN) == [f"Ann casts fireball: {told}"]


def test_a_death_in_the_middle_is_set_off_by_a_comma() -> None:
    events = spell(hit(ORC, 12), Fell(FLOOR, ORC, ANN), hit(RAT, 7))
    told = "it strikes the orc for 12 fire, which dies, and the rat for 7 fire."
    assert texts(events) == [f"You cast fireball: {told}"]


@pytest.mark.parametrize(
    ("amount", "told"),
    [(0, "it does no harm to the orc"), (-5, "it heals the orc by 5")],
)
def test_what_resists_or_is_healed_is_told(amount: int, told: str) -> None:
    assert texts(spell(hit(ORC, amount))) == [f"You cast fireball: {told}."]


def test_the_unharmed_are_listed_together() -> None:
    events = spell(hit(ORC, 0), hit(RAT, 0), hit(BEN, 2))
    told = "it strikes Ben for 2 fire and does no harm to the orc and the rat"
    assert texts(events) == [f"You cast fireball: {told}."]


def test_a_monsters_spell_is_bad_for_whom_it_strikes() -> None:
    (line,) = narrate_all(spell(hit(ANN, 3, ORC), by=ORC), OF_ANN)
    assert (line.tone, line.text) == ("bad", "The orc casts fireball: it strikes you for 3 fire.")


def test_how_it_looks_is_told_only_where_its_hits_are_not() -> None:
    events = spell(ROAR, hit(HIDDEN, 9))
    assert texts(events, OF_BEN) == ["Ann casts fireball: a ball roars."]
    assert texts(events) == ["You cast fireball: it strikes something for 9 fire."]


def test_nobody_reads_what_a_companions_spell_strikes_out_of_sight() -> None:
    events = spell(hit(ORC, 12), hit(HIDDEN, 9), Fell(FLOOR, HIDDEN, ANN))
    assert texts(events, OF_BEN) == ["Ann casts fireball: it strikes the orc for 12 fire."]


def test_statuses_and_other_sights_are_clauses_and_heroes_keep_their_capital() -> None:
    burning = Seen(FLOOR, ORC, "info", "", "The orc is burning.")
    hasted = Seen(FLOOR, BEN, "good", "You are hasted.", "Ben is hasted.")
    assert texts(spell(hit(ORC, 2), burning, hasted)) == [
        "You cast fireball: it strikes the orc for 2 fire; the orc is burning; Ben is hasted."
    ]


def test_a_spell_without_any_effect_in_sight_is_still_told() -> None:
    assert texts(spell()) == ["You cast fireball."]


def test_what_others_depend_on_keeps_its_own_line() -> None:
    level = Seen(FLOOR, ANN, "good", "Welcome to level 2!", "Ann reaches level 2.", "news")
    amulet = PartyTold("good", "The seal breaks.")
    trap = Hit(FLOOR, thing("spikes", ANN.cell), ANN, ((4, "physical"),))
    alone: list[Event] = [level, amulet, trap, Fell(FLOOR, BEN, ANN), Downed(FLOOR, BEN, ANN)]
    alone.append(Told(ANN.entity, "info", "You learn it."))
    lines = texts(spell(hit(ORC, 2), *alone))
    assert lines[0] == "You cast fireball: it strikes the orc for 2 fire."
    assert lines[1:] == [line.text for each in alone if (line := narrate(each, OF_ANN))]
    assert len(lines) == 1 + len(alone)


def test_who_does_not_see_the_caster_reads_each_part() -> None:
    strikes = Seen(FLOOR, ORC, "combat", "", "Lightning strikes the orc!", "show")
    events = spell(strikes, hit(ANN, 3, HIDDEN), by=HIDDEN)
    assert texts(events) == ["Lightning strikes the orc!", "Something strikes you for 3 fire."]


def test_no_line_is_too_long_and_nobody_is_left_out() -> None:
    crowd = [Who(20 + n, f"drowned skeleton number {n}", False, ORC.cell) for n in range(30)]
    parts = [part for one in crowd for part in (hit(one, 10**5), Fell(FLOOR, one, ANN))]
    lines = texts(spell(*parts))
    assert max(map(len, lines)) <= MAX_LINE
    assert sum(line.count("which dies") for line in lines) == 30


def test_events_before_and_after_a_spell_have_their_own_lines() -> None:
    told = Told(ANN.entity, "info", "You rest.")
    assert texts([told, *spell(hit(ORC, 2)), told, *spell()]) == [
        "You rest.",
        "You cast fireball: it strikes the orc for 2 fire.",
        "You rest.",
        "You cast fireball.",
    ]


class TestPlayed:
    def test_a_cast_spell_writes_one_line(self) -> None:
        stage = Stage(HALL)
        row = caster(stage, "poison_cloud")
        plain = next(each for each in stage.game.roster.kinds if not any(each.resistances))
        first = stage.monster((5, 1), life=1, kind=plain)
        second = stage.monster((6, 1), life=5000, kind=plain)
        lines = self.lines(stage, row.entity, cast(stage, "poison_cloud", first.cell))
        (line,) = [line for line in lines if "poison cloud" in line]
        assert line.startswith("You cast poison cloud: it strikes the ")
        assert ", which dies" in line
        assert first.entity not in stage.floor.monsters
        assert second.entity in stage.floor.monsters
        assert not any("roars" in line or "You strike" in line for line in lines)

    def test_a_scroll_writes_one_line(self) -> None:
        stage = Stage(HALL)
        row = stage.hero()
        foe = stage.monster((5, 1), life=5000)
        give_stack(row.inventory, "fireball_scroll", 1)
        scroll = row.inventory.stacks[-1].id
        events = stage.ask(Use(scroll, *foe.cell))
        lines = self.lines(stage, row.entity, events)
        assert lines[0].startswith("You read a fireball scroll: it strikes the ")

    def lines(self, stage: Stage, hero: int, events: Sequence[Event]) -> list[str]:
        view = View(hero)
        view.log_events(stage.run, events)
        return [line.text for line in read_log(view.log)]
