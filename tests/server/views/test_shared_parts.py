"""What all views share, and that what has not changed stays the same object."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from support.worlds.companies import State, two_together
from support.worlds.staging import Stage, make_test_game
from undertide_server.simulation.mechanics.dying import die, get_up, strike_down
from undertide_server.simulation.mechanics.floors import floor_below
from undertide_server.simulation.mechanics.inventory import exchange, give_stack, take_out
from undertide_server.simulation.queries.suiting import company_of
from undertide_server.simulation.state.events import thing
from undertide_server.simulation.state.inputs import DozedOff
from undertide_server.simulation.state.rows import HeroRow
from undertide_server.views.journey import NO_JOURNEY, journey_of
from undertide_server.views.private_facts import Own, own_of
from undertide_server.views.scene import VisibleScene, scene_of
from undertide_server.views.shared_parts import NO_PANEL, Common, panel_of
from undertide_shared.messages import Climb, Doff, Explore, Use, Wait, Wear

HOUSE = [
    "############",
    "#@...#.....#",
    "#....#.....#",
    "#....#....>#",
    "############",
]
STAIRWELL = ["#########", "#@>.....#", "#.......#", "#.......#", "#########"]
CELLS = [(1, 1), (2, 1), (3, 2)]
PARTY = ("Ann", "Ben", "Cid")
GAME = make_test_game()
ESSENCE = "essence/keen"
AMULETS = GAME.ruleset.victory.amulets


def test_the_panel_tells_of_every_hero_wherever_it_is() -> None:
    stage = Stage(HOUSE)
    ann = stage.hero("Ann", cell=(10, 3))
    ben, cid = stage.hero("Ben"), stage.hero("Cid")
    stage.let_leave()
    stage.ask(Climb())
    ben.body.life = 1
    cid.body.life, cid.body.regen = cid.body.max_life // 2, 0
    stage.monster((2, 2) if ben.cell != (2, 2) else (2, 3), mood="hunting", power=99)
    stage.run.index.move(cid, (9, 1))
    stage.tick(3)
    before = panel_of(stage.run)
    assert [(each.dies_in, each.health) for each in before.members][1] == (150, 0)
    stage.tick(150)
    members = panel_of(stage.run, before).members
    assert [(each.name, each.floor, each.state) for each in members] == [
        ("Ann", 2, "alive"),
        ("Ben", 0, "dead"),
        ("Cid", 1, "alive"),
    ]
    assert [each.health for each in members] == [
        100,
        0,
        -(-cid.body.life * 100 // cid.body.max_life),
    ]
    assert members[0].seat == ann.hero.seat
    assert [each.branch for each in members] == [2, 0, 1]


def test_a_panel_on_which_nothing_changed_is_the_one_before_itself() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    first = panel_of(stage.run)
    assert panel_of(stage.run, first) is first
    row.body.life -= 1
    second = panel_of(stage.run, first)
    assert second.members is not first.members
    assert second.members[0].health < first.members[0].health


def test_a_wound_too_small_to_show_leaves_the_members_as_they_were() -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    row.body.life = row.body.max_life = 1000
    first = panel_of(stage.run)
    row.body.life -= 1
    second = panel_of(stage.run, first)
    assert second.members is first.members


def _leave(stage: Stage, row: HeroRow) -> None:
    stage.run.index.leave(row.entity)


def _come(stage: Stage, row: HeroRow) -> None:
    stage.hero("Eve")


CHANGES: list[Callable[[Stage, HeroRow], None]] = [
    lambda _, row: setattr(row.body, "life", 1),
    lambda _, row: setattr(row.body, "max_life", 999),
    lambda _, row: setattr(row.hero, "level", 2),
    lambda _, row: setattr(row.hero, "presence", "linkdead"),
    _leave,
    _come,
]


@pytest.mark.parametrize("change", CHANGES)
def test_whatever_changes_on_the_panel_is_told(change: Callable[[Stage, HeroRow], None]) -> None:
    stage = Stage(HOUSE)
    row = stage.hero()
    before = panel_of(stage.run)
    change(stage, row)
    after = panel_of(stage.run, before)
    assert after.members != before.members
    assert after == panel_of(stage.run, NO_PANEL)


def test_what_has_not_changed_is_the_same_object_at_the_next_moment() -> None:
    stage = Stage(HOUSE)
    stage.hero()
    run, floor = stage.run, stage.floor
    first = Common([], {}).next(run, {})
    scene = first.scene(run, floor)
    second = first.next(run, {})
    assert second.scene(run, floor) is scene
    assert (second.party is first.party, second.journey is first.journey) == (True, True)


def test_a_scene_is_another_when_somebody_seen_does_something() -> None:
    stage = Stage(HOUSE)
    stage.hero()
    seen, hidden = stage.monster((3, 1), mood="asleep"), stage.monster((8, 2), mood="asleep")
    stage.step()
    run, floor = stage.run, stage.floor
    first = Common([], {}).next(run, {})
    scene = first.scene(run, floor)
    run.index.move(hidden, (8, 1))
    second = first.next(run, {})
    assert second.scene(run, floor) is scene
    run.index.move(seen, (3, 2))
    third = second.next(run, {})
    assert third.scene(run, floor) is not scene


def test_the_company_is_made_anew_whenever_something_about_it_changes() -> None:
    stage = Stage(STAIRWELL)
    ann, ben = stage.hero("Ann", cell=(2, 1)), stage.hero("Ben")
    run, floor = stage.run, stage.floor
    sword, book = (give_stack(ben.inventory, item, 1).id for item in ("long_sword^5", "book_heal"))
    common = Common([], {}).next(run, {})
    killer = thing("a test", ann.cell)
    changes: list[Callable[[], object]] = [
        lambda: stage.ask(Wear(sword), seat=1),
        lambda: stage.ask(Doff(sword), seat=1),
        lambda: stage.ask(Use(book), seat=1),
        lambda: stage.hero("Cid"),
        lambda: strike_down(run, floor, ben, killer),
        lambda: get_up(run, floor, ben, 5),
        lambda: stage.put_to_sleep(1),
        lambda: stage.ask(Wait(), seat=1),
        lambda: die(run, floor, ben, killer),
    ]
    for change in changes:
        assert common.next(run, {}).company is common.company
        change()
        before, common = common.company, common.next(run, {})
        assert common.company == company_of(run)
        assert common.company != before


def test_a_hero_who_climbs_is_on_another_floor_of_the_panel() -> None:
    stage = Stage(STAIRWELL)
    stage.hero(cell=(2, 1))
    before = panel_of(stage.run)
    stage.ask(Climb())
    after = panel_of(stage.run, before)
    assert [each.members[0].floor for each in (before, after)] == [1, 2]


Deed = Callable[[Stage, HeroRow], object]


def _more(part: str, figure: str, by: int = 1) -> Deed:
    """Return the deed that raises a figure of a hero's component."""

    def deed(_: Stage, row: HeroRow) -> None:
        component = getattr(row, part)
        setattr(component, figure, getattr(component, figure) + by)

    return deed


def _turn(part: str, figure: str, *values: object) -> Deed:
    """Return the deed that exchanges a figure of a hero's component for the next of some values."""

    def deed(_: Stage, row: HeroRow) -> None:
        component = getattr(row, part)
        now = getattr(component, figure)
        at = values.index(now) + 1 if now in values else 0
        setattr(component, figure, values[at % len(values)])

    return deed


def _refitted(change: Deed) -> Deed:
    """Return a deed that changes what a hero is or knows, and notes it."""

    def deed(stage: Stage, row: HeroRow) -> None:
        change(stage, row)
        stage.run.index.mark_company_changed()

    return deed


def _inflict(status: str) -> Deed:
    """Return the deed that makes a status of a hero last longer."""

    def deed(_: Stage, row: HeroRow) -> None:
        remaining = row.effects.remaining
        remaining[status] = remaining.get(status, 0) + 1

    return deed


def _cure(_: Stage, row: HeroRow) -> None:
    for status in [*row.effects.remaining][:1]:
        del row.effects.remaining[status]


def _wound(stage: Stage, _: HeroRow) -> None:
    for monster in stage.floor.monsters.values():
        monster.body.life -= 1
        monster.mind.mood = "hunting"
        monster.effects.remaining["poisoned"] = 9


def _shove(stage: Stage, _: HeroRow) -> None:
    for monster in stage.floor.monsters.values():
        stage.run.index.move(monster, (6, 1) if monster.cell == (6, 2) else (6, 2))


def _look(stage: Stage, row: HeroRow) -> None:
    stage.run.index.look(stage.run.index.floors[row.position.floor], row)


def _follow(stage: Stage, row: HeroRow) -> None:
    others = [entity for entity in stage.run.index.heroes if entity != row.auto_action.companion]
    if others:
        row.auto_action.activity, row.auto_action.companion = "accompany", others[0]


def _rest(_: Stage, row: HeroRow) -> None:
    row.hero.resting = {} if row.hero.resting else {"disarm": 25}


def _wait(_: Stage, row: HeroRow) -> None:
    row.intents.waiting[:] = [] if row.intents.waiting else [(9, Explore())]


def _drop(_: Stage, row: HeroRow) -> None:
    del row.inventory.stacks[-1:]


def _split(_: Stage, row: HeroRow) -> None:
    for stack in row.inventory.stacks[-1:]:
        exchange(row.inventory, stack, replace(stack, count=stack.count + 1))


def _hand_on(stage: Stage, row: HeroRow) -> None:
    _, taker = [*stage.run.index.heroes.values()][-1]
    for stack in row.inventory.stacks[-1:]:
        take_out(row.inventory, stack, stack.count)
        give_stack(taker.inventory, stack.item, stack.count)


def _change_floors(stage: Stage, row: HeroRow) -> None:
    below = floor_below(stage.run, stage.floor, 0)
    floor = below if row.position.floor == stage.floor.entity else stage.floor
    stage.run.index.leave(row.entity)
    cell = floor.nearest_free(floor.state.arrival)
    stage.run.index.place(row.entity, floor.entity, cell)


def _die(stage: Stage, row: HeroRow) -> None:
    row.body.life, row.hero.fate = 0, "a fall"
    _leave(stage, row)


DEEDS: dict[str, Deed] = {
    "life": _more("body", "life"),
    "max life": _refitted(_more("body", "max_life")),
    "absorb": _refitted(_more("body", "absorb")),
    "level": _refitted(_more("hero", "level")),
    "experience": _more("hero", "experience"),
    "gold": _more("hero", "gold"),
    "food": _more("hero", "food", GAME.ruleset.hunger.full // 100),
    "idleness": _turn("hero", "idleness", "none", "away"),
    "presence": _turn("hero", "presence", "present", "linkdead", "asleep"),
    "speed": _refitted(_more("actor", "speed")),
    "power": _refitted(_more("attack", "power")),
    "extra": _refitted(_turn("attack", "extra", (), (("fire", 1),))),
    "range": _refitted(_more("attack", "range")),
    "mana": _more("magic", "mana"),
    "max mana": _refitted(_more("magic", "max_mana")),
    "magic": _refitted(_more("magic", "power")),
    "spell": _refitted(lambda _, row: row.magic.spells.append("heal")),
    "worn": _refitted(_turn("resistance", "worn", (0, 0, 0, 0, 0, 0), (0, 5, 0, 0, 0, 0))),
    "counted": _refitted(_turn("resistance", "counted", (0, 0, 0, 0, 0, 0), (0, 5, 0, 0, 0, 0))),
    "activity": _turn("auto_action", "activity", "none", "rest", "fight", "revive"),
    "follow": _follow,
    "poison": _inflict("poisoned"),
    "slowness": _inflict("slowed"),
    "cure": _cure,
    "fall": _more("hero", "dies_in"),
    "care": _more("hero", "tended"),
    "resting": _rest,
    "wounded monster": _wound,
    "moved monster": _shove,
    "look": _look,
    "close": _refitted(_more("attack", "close")),
    "received": _more("intents", "received"),
    "settled": _more("intents", "settled"),
    "outcome": _turn("intents", "outcome", "none", "refused"),
    "reason": _turn("intents", "reason", "", "no way"),
    "waiting": _wait,
    "essence": lambda _, row: give_stack(row.inventory, ESSENCE, 1),
    "amulet": lambda _, row: give_stack(row.inventory, AMULETS[row.hero.seat], 1),
    "drop": _drop,
    "exchange": _split,
    "hand on": _hand_on,
    "floor": _change_floors,
    "death": _die,
}
steps = st.tuples(st.sampled_from(range(len(PARTY))), st.sampled_from(sorted(DEEDS)))


# A failure names the deed that went stale; making it smaller would take minutes.
@settings(max_examples=80, deadline=None, phases=[Phase.explicit, Phase.generate])
@given(st.lists(steps, min_size=15, max_size=60))
def test_whatever_changes_what_is_kept_is_what_would_be_made_anew(
    done: list[tuple[int, str]],
) -> None:
    stage = Stage(STAIRWELL, GAME)
    for name, cell in zip(PARTY, CELLS, strict=True):
        stage.hero(name, cell=cell)
    stage.monster((4, 2), mood="asleep")
    run, panel, journey = stage.run, NO_PANEL, NO_JOURNEY
    owns: dict[int, Own] = {}
    scenes: dict[int, VisibleScene] = {}
    for seat, deed in [(0, "life"), *done]:
        found = run.index.of_seat(seat)
        if found is not None:
            DEEDS[deed](stage, found[1])
        members = panel.members
        panel, journey = panel_of(run, panel), journey_of(run, journey)
        assert panel == panel_of(run)
        assert (panel.members is members) == (panel.members == members)
        assert journey == journey_of(run)
        assert panel_of(run, panel) is panel
        assert journey_of(run, journey) is journey
        for floor in {floor.entity: floor for floor, _ in run.index.heroes.values()}.values():
            shown = scenes[floor.entity] = scene_of(run, floor, scenes.get(floor.entity))
            assert shown == scene_of(run, floor)
            assert scene_of(run, floor, shown) is shown
        for entity, (_, row) in run.index.heroes.items():
            own = owns[entity] = own_of(run, row, owns.get(entity))
            assert own == own_of(run, row)
            assert own_of(run, row, own) is own


def test_the_panel_tells_who_waits_for_a_new_hero_and_who_is_away() -> None:
    pair = two_together()
    before = panel_of(pair.stage.run)
    assert [(each.returns, each.away) for each in before.members] == [(False, False)] * 2
    pair.stage.run.progress.waiting.append((1, "Ben", "warden"))
    waiting = panel_of(pair.stage.run, before)
    assert [each.returns for each in waiting.members] == [False, True]
    pair.stage.run.progress.waiting.clear()
    pair.stage.step(DozedOff(1))
    away = panel_of(pair.stage.run, waiting)
    assert [(each.returns, each.away, each.state) for each in away.members] == [
        (False, False, "alive"),
        (False, True, "asleep"),
    ]


@pytest.mark.parametrize(
    ("state", "told"),
    [
        ("well", ("alive", 100, 0)),
        ("hurt", ("alive", 50, 0)),
        ("link-dead", ("linkdead", 100, 0)),
        ("asleep", ("asleep", 100, 0)),
        ("fallen", ("alive", 0, 150)),
        ("far", ("alive", 100, 0)),
    ],
)
def test_the_panel_tells_how_each_companion_is(state: State, told: tuple[str, int, int]) -> None:
    pair = two_together(state)
    ann, ben = panel_of(pair.stage.run).members
    assert (ann.state, ann.health, ann.dies_in) == ("alive", 100, 0)
    assert (ben.state, ben.health, ben.dies_in) == told
