"""Players who press no key: their heroes strike back, and doze off out of danger."""

import numpy as np
import pytest

from support.sessions.lobby import Lobby, free_step, last_keyframe
from undertide_server.sessions.moderation.roles import LEADER_PATIENCE
from undertide_server.simulation.components.heroes import Idleness, Presence
from undertide_server.simulation.components.monsters import Mind
from undertide_server.simulation.mechanics.floors import spawn_monster
from undertide_server.simulation.queries.awareness import is_in_danger
from undertide_server.simulation.state.rows import MonsterRow
from undertide_shared.messages import Joined, Pace, Resync, Say, Stop, Wait

GUARD, ASLEEP = 3.0, 120.0
"""Seconds without a key after which heroes strike back, and fall asleep, as shipped."""


def company(pace: Pace = "auto") -> Lobby:
    """Return a session in which two heroes stand on a floor without monsters or a tide."""
    lobby = Lobby(pace)
    lobby.join(1, "Ann")
    floor, _ = lobby.row_of(1)
    for monster in list(floor.monsters.values()):
        lobby.session.run.index.leave(monster.entity)
        lobby.session.run.world.delete(monster.entity)
    floor.tide.clock = -(10**6)
    lobby.join(2, "Ben")
    return lobby


def idleness(lobby: Lobby, member: int = 1) -> tuple[Presence, Idleness]:
    hero = lobby.row_of(member)[1].hero
    return hero.presence, hero.idleness


def keep_away(lobby: Lobby, seconds: float) -> None:
    """Let time pass while only Ben presses keys. Nobody comes to harm."""
    for _ in range(int(seconds)):
        for row in lobby.row_of(2)[0].heroes.values():
            row.body.life = row.body.max_life
        lobby.wait(1.0)
        lobby.act(2, Wait())


def beset(lobby: Lobby, member: int) -> MonsterRow:
    """Put a hunter that harms nobody beside a member's hero."""
    run, (floor, row) = lobby.session.run, lobby.row_of(member)
    cell = floor.nearest_free((row.cell[0] + 1, row.cell[1]))
    assert cell is not None
    entity = spawn_monster(run, floor, run.game.roster.kinds[0], cell, Mind("hunting"))
    foe = floor.monsters[entity]
    foe.body.life = foe.body.max_life = 10**6
    foe.attack.power = 0
    return foe


def test_whoever_has_the_token_is_told_that_its_hero_dozes() -> None:
    lobby = company("real")
    keep_away(lobby, ASLEEP + 2)
    told = lobby.session.disclosure.seat_status(lobby.took(1, Joined)[-1].token)
    assert told.state == "away"


class TestOnGuard:
    def test_a_hero_in_real_time_is_on_guard_after_some_seconds_without_a_key(self) -> None:
        lobby = company("real")
        lobby.wait(GUARD - 0.2)
        assert idleness(lobby) == ("present", "none")
        lobby.wait(0.4)
        assert idleness(lobby) == ("present", "guard")
        lobby.act(1, Stop())
        lobby.wait(0.2)
        assert idleness(lobby) == ("present", "none")
        lobby.wait(GUARD)
        assert idleness(lobby) == ("present", "guard")

    def test_talking_is_no_reason_to_stand_still(self) -> None:
        lobby = company("real")
        for _ in range(4):
            lobby.wait(1.0)
            lobby.tell(1, Say("wait a moment"))
        assert idleness(lobby) == ("present", "guard")

    @pytest.mark.parametrize("pace", ["auto", "party"])
    def test_nobody_is_hurried_where_time_waits_for_the_player(self, pace: Pace) -> None:
        lobby = Lobby(pace)
        lobby.join(1, "Ann")
        lobby.wait(2 * ASLEEP)
        assert idleness(lobby) == ("present", "none")

    def test_a_hero_with_something_to_do_is_not_idle(self) -> None:
        lobby = company("real")
        lobby.row_of(1)[1].auto_action.activity = "accompany"
        lobby.row_of(1)[1].auto_action.companion = lobby.row_of(2)[1].entity
        keep_away(lobby, ASLEEP + 2)
        assert idleness(lobby) == ("present", "none")


class TestDozingOff:
    @pytest.mark.parametrize("pace", ["real", "auto", "party"])
    def test_a_hero_in_company_dozes_off_after_some_minutes(self, pace: Pace) -> None:
        lobby = company(pace)
        keep_away(lobby, ASLEEP - 2)
        assert idleness(lobby)[0] == "present"
        keep_away(lobby, 6)
        assert idleness(lobby) == ("asleep", "away")
        lobby.tell(2, Resync())
        ann, ben = last_keyframe(lobby.mail[2]).party
        assert (ann.state, ann.away, ben.state, ben.away) == ("asleep", True, "alive", False)
        info = lobby.session.disclosure.info()
        assert (info.heroes, info.asleep) == (2, 1)

    def test_any_key_wakes_it(self) -> None:
        lobby = company("real")
        keep_away(lobby, ASLEEP + 3)
        lobby.act(1, Stop())
        lobby.wait(0.2)
        assert idleness(lobby) == ("present", "none")
        assert lobby.session.disclosure.info().asleep == 0
        lobby.act(1, free_step(lobby, 1))

    def test_one_who_talks_is_awake(self) -> None:
        lobby = company("real")
        keep_away(lobby, ASLEEP / 2)
        lobby.tell(1, Say("still here"))
        keep_away(lobby, ASLEEP / 2 + 5)
        assert idleness(lobby) == ("present", "guard")

    def test_a_hero_in_danger_stays_awake_until_it_is_over(self) -> None:
        lobby = company("real")
        run, foe = lobby.session.run, beset(lobby, 1)
        keep_away(lobby, ASLEEP + 5)
        assert idleness(lobby)[0] == "present"
        run.index.leave(foe.entity)
        run.world.delete(foe.entity)
        keep_away(lobby, 5)
        assert idleness(lobby) == ("asleep", "away")

    def test_danger_that_only_a_companion_sees_keeps_nobody_awake(self) -> None:
        lobby = company("real")
        (floor, ann), (_, ben) = lobby.row_of(1), lobby.row_of(2)
        steps = np.where(floor.walkable & ~floor.shunned, floor.distances([ann.cell]), 0)
        y, x = divmod(
            int(np.where(steps < np.iinfo(steps.dtype).max, steps, 0).argmax()), floor.width
        )
        lobby.session.run.index.move(ben, (x, y))
        foe = beset(lobby, 2)
        keep_away(lobby, ASLEEP + 5)
        assert (bool(ann.sees[foe.spot]), bool(ben.sees[foe.spot])) == (False, True)
        assert is_in_danger(lobby.session.run, floor, ben)
        assert idleness(lobby) == ("asleep", "away")

    def test_a_player_who_comes_back_has_all_the_time_again(self) -> None:
        lobby = company("real")
        keep_away(lobby, ASLEEP - 5)
        lobby.session.disconnect(1, lobby.now)
        lobby.wait(0.2)
        lobby.join(3, "", lobby.took(1, Joined)[-1].token)
        keep_away(lobby, 20)
        assert idleness(lobby, 3) == ("present", "guard")

    def test_the_lead_moves_on_from_a_leader_who_dozes(self) -> None:
        lobby = company("real")
        roles = lobby.session.policy.roles
        keep_away(lobby, ASLEEP + 3)
        seat = lobby.session.members.seating.get(0)
        assert seat is not None
        assert seat.away_since is not None
        assert roles.role_of_seat(0) == "host"
        lobby.now = seat.away_since + LEADER_PATIENCE
        lobby.settle()
        assert (roles.role_of_seat(0), roles.role_of_seat(1)) == ("player", "host")
