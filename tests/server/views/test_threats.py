"""What the monsters in a hero's sight mean to it: figures, a word of danger, and tricks seen."""

import pytest

from support.content.own_rules import game_with
from support.worlds.companies import two_apart
from support.worlds.staging import Stage, kind_that, make_test_game
from undertide_server.simulation.mechanics.bestiary import SPELL, record_trick
from undertide_server.simulation.state.rows import HeroRow, MonsterRow
from undertide_server.views.shared_parts import Common, panel_of
from undertide_server.views.threats import NO_THREATS, Threats, threats_of
from undertide_server.views.view import PARTY, View
from undertide_shared.codec import decode_server
from undertide_shared.messages import Delta, Keyframe, Threat

HALL = ["##########", "#@..#....#", "#........#", "##########"]


def threats(stage: Stage, row: HeroRow, before: Threats = NO_THREATS) -> Threats:
    return threats_of(stage.run, stage.floor, row, list(stage.floor.monsters), before)


def threat(stage: Stage, row: HeroRow, monster: MonsterRow) -> Threat:
    return threats(stage, row).told[monster.entity].threat


def plain(stage: Stage, life: int = 20, power: int = 4) -> tuple[HeroRow, MonsterRow]:
    """Return a hero with 30 life and attack 4, and a monster, both without anything else."""
    row = stage.hero()
    row.body.max_life = row.body.life = 30
    row.body.absorb = row.body.absorb_tenths = 0
    row.attack.power, row.attack.tenths, row.attack.extra = 4, 0, ()
    row.resistance.counted = (0,) * 6
    monster = stage.monster((3, 1), life=life, power=power)
    monster.attack.extra, monster.resistance.counted = (), (0,) * 6
    monster.body.absorb, monster.actor.speed = 0, row.actor.speed
    return row, monster


def test_blows_both_ways_and_their_danger_are_told() -> None:
    stage = Stage(HALL)
    row, monster = plain(stage)
    told = threat(stage, row, monster)
    assert (told.deals, told.takes, told.reach) == (400, 2000, 1)
    assert (told.danger, told.rank, told.costs) == ("dire", 3, 66)


def test_the_danger_follows_the_hero_not_the_name() -> None:
    stage = Stage(HALL)
    row, monster = plain(stage)
    words = []
    for attack in (40, 10, 6, 4, 2):
        row.attack.power = attack
        words.append(threat(stage, row, monster).danger)
    row.body.max_life = row.body.life = 1
    assert threat(stage, row, monster).costs == 100
    assert words == ["some", "great", "dire", "dire", "deadly"]


def test_wounds_change_nothing() -> None:
    stage = Stage(HALL)
    row, monster = plain(stage)
    before = threats(stage, row)
    row.body.life, monster.body.life = 5, 3
    assert threats(stage, row, before) is before


def test_gear_statuses_and_rage_change_the_figures() -> None:
    stage = Stage(HALL)
    row, monster = plain(stage, life=200)
    before = threats(stage, row)
    row.body.absorb = 1
    armoured = threats(stage, row, before)
    assert armoured.told[monster.entity].threat.deals == 300
    monster.attack.power = 8
    raging = threats(stage, row, armoured)
    assert raging.told[monster.entity].threat.deals == 700
    monster.effects.remaining["warded"] = 50
    warded = threats(stage, row, raging)
    assert warded.told[monster.entity].threat.takes < before.told[monster.entity].threat.takes


def test_an_archer_tells_its_reach() -> None:
    stage = Stage(HALL)
    row = stage.hero()
    monster = stage.monster((3, 1), kind=kind_that(stage, shoots=6))
    assert threat(stage, row, monster).reach == 6


def test_tricks_are_told_once_somebody_saw_them() -> None:
    stage = Stage(HALL)
    row = stage.hero()
    seen, unseen = stage.monster((3, 1)), stage.monster((7, 1), kind=kind_that(stage, notices=1))
    stage.tick()
    assert threat(stage, row, seen).tricks == []
    record_trick(stage.run, stage.floor, seen, "steals")
    record_trick(stage.run, stage.floor, seen, SPELL + "slow")
    record_trick(stage.run, stage.floor, seen, "steals")
    record_trick(stage.run, stage.floor, unseen, "rushes")
    told = threat(stage, row, seen)
    assert (told.tricks, told.spells) == (["steals"], [stage.run.rules.spells["slow"].name])
    assert (threat(stage, row, unseen).tricks, threat(stage, row, unseen).spells) == ([], [])


def test_a_view_tells_only_what_its_own_hero_sees_and_the_partys_nothing() -> None:
    stage = Stage(HALL)
    ann, ben = stage.hero(), stage.hero("Ben", cell=(6, 1))
    stage.monster((8, 1), mood="asleep")
    stage.monster((8, 2), mood="asleep", kind=kind_that(stage, lurks=True))
    stage.tick()
    common = Common(panel_of(stage.run).members, {})
    told = {}
    for entity in (ann.entity, ben.entity, PARTY):
        view = View(entity)
        frame = view.update(stage.run, common)
        assert frame is not None
        key = decode_server(frame)
        assert isinstance(key, Keyframe)
        told[entity] = len(key.threats)
    assert told == {ann.entity: 0, ben.entity: 1, PARTY: 0}


def test_a_frame_tells_only_the_threats_that_changed() -> None:
    stage = Stage(HALL)
    row, monster = plain(stage)
    stage.monster((3, 2))
    stage.tick()
    view = View(row.entity)

    def frame() -> Keyframe | Delta:
        data = view.update(stage.run, Common(panel_of(stage.run).members, {}))
        assert data is not None
        told = decode_server(data)
        assert isinstance(told, Keyframe | Delta)
        return told

    assert len(frame().threats) == 2
    monster.attack.power = 9
    monster.body.life -= 1
    (changed,) = frame().threats
    assert changed.deals == 900
    row.body.life -= 1
    assert frame().threats == []


@pytest.mark.parametrize(
    ("power", "attack", "life", "word"),
    [
        (3, 20, 31, "little"),
        (3, 20, 30, "some"),
        (3, 8, 37, "some"),
        (3, 8, 36, "great"),
        (3, 4, 31, "great"),
        (3, 4, 30, "dire"),
        (9, 8, 31, "dire"),
        (9, 8, 30, "deadly"),
    ],
)
def test_each_word_of_danger_begins_at_its_share_of_life(
    power: int, attack: int, life: int, word: str
) -> None:
    """It falls in 20 / attack blows, rounded up, and takes `power` in the time of each."""
    stage = Stage(HALL)
    row, monster = plain(stage, life=20, power=power)
    row.attack.power, row.body.max_life = attack, life
    row.attack.spread = monster.attack.spread = 0
    assert threat(stage, row, monster).danger == word


def test_a_threat_is_to_the_hero_who_reads_it_and_not_to_its_companion() -> None:
    apart = two_apart()
    apart.ann.attack.power, apart.ben.attack.power = 100, 20
    for row in (apart.ann, apart.ben):
        row.attack.spread, row.attack.tenths = 0, 0
    apart.hers.resistance.counted = (0,) * 6
    takes = [
        threats_of(apart.stage.run, apart.stage.floor, row, [apart.hers.entity])
        .told[apart.hers.entity]
        .threat.takes
        for row in (apart.ann, apart.ben)
    ]
    assert takes == [1000, 200], "of the monster's 1000 life, in hundredths of a percent"


def test_shots_count_as_arrows_where_a_run_changes_those() -> None:
    arrows = make_test_game().ruleset.damage.model_copy(update={"arrows": 200})
    stage = Stage(HALL, game_with(damage=arrows))
    row, monster = plain(stage, life=100)
    row.attack.spread = 0
    takes = [threat(stage, row, monster).takes]
    row.attack.range = 5
    takes.append(threat(stage, row, monster).takes)
    assert takes == [400, 800]
