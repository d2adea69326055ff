"""Seats are taken, left, lost and taken up again."""

import pytest

from support.sessions.lobby import Lobby, free_step, refusal
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.simulation.components.heroes import Hero
from undertide_shared.messages import Delta, Joined, Keyframe, Left, Resync, Roster, Wait, Watching


class TestSeats:
    def test_joining_gives_a_seat_then_the_roster_then_a_keyframe(self) -> None:
        lobby = Lobby()
        lobby.join(1, "Ann")
        assert [type(message) for message in lobby.mail[1]] == [Joined, Roster, Keyframe]
        (keyframe,) = lobby.took(1, Keyframe)
        assert keyframe.hero is not None
        assert keyframe.seat == 0
        assert [member.name for member in keyframe.party] == ["Ann"]

    def test_everyone_is_told_what_is_special_about_the_run(self) -> None:
        lobby = Lobby()
        lobby.join(1, "Ann")
        lobby.watch(2)
        subtitle = lobby.session.run.game.variety.subtitle
        (joined,), (watching,) = lobby.took(1, Joined), lobby.took(2, Watching)
        assert (
            joined.subtitle
            == watching.subtitle
            == lobby.session.disclosure.info().subtitle
            == subtitle
        )

    def test_everyone_is_told_the_run_tree(self) -> None:
        lobby = Lobby()
        lobby.join(1, "Ann")
        lobby.watch(2)
        (mine,), (theirs,) = lobby.took(1, Keyframe), lobby.took(2, Keyframe)
        assert mine.branches == theirs.branches
        assert mine.branches[0].visited
        assert mine.party[0].branch == mine.floor.branch == mine.branches[0].id
        assert [amulet.bearer for amulet in mine.amulets] == [None] * len(mine.amulets)

    def test_two_players_see_each_other_move(self) -> None:
        lobby = Lobby("real")
        lobby.join(1, "Ann")
        lobby.join(2, "Ben")
        lobby.forget_mail()
        lobby.act(2, free_step(lobby, 2))
        lobby.wait(0.3)
        assert any(delta.shifted for delta in lobby.took(1, Delta))

    @pytest.mark.parametrize("name", ["", "  ", "\x1b[2J", "x" * 17, "ANN"])
    def test_a_name_that_will_not_do_is_refused(self, name: str) -> None:
        lobby = Lobby()
        lobby.join(1, "Ann")
        with pytest.raises(RequestRefusedError) as caught:
            lobby.join(2, name)
        assert caught.value.code in {"bad_name", "name_taken"}
        assert lobby.session.members.seating.living == 1

    def test_no_more_seats_than_the_limit(self) -> None:
        lobby = Lobby()
        for member in range(lobby.settings.limits.seats):
            lobby.join(member, f"Hero {member}")
        with pytest.raises(RequestRefusedError, match="session_full"):
            lobby.join(99, "Late")
        assert not lobby.session.has_room

    def test_leaving_and_coming_back_gives_the_same_hero(self) -> None:
        lobby = Lobby()
        lobby.join(1, "Ann")
        lobby.act(1, free_step(lobby, 1))
        where = lobby.place_of(1)
        (joined,) = lobby.took(1, Joined)
        lobby.session.leave(1, lobby.now)
        lobby.settle()
        assert lobby.took(1, Left)
        lobby.join(5, "whatever", joined.token)
        (again,) = lobby.took(5, Joined)
        assert (again.seat, again.name) == (0, "Ann")
        assert again.token != joined.token
        assert lobby.place_of(5) == where

    def test_a_wrong_token_opens_nothing(self) -> None:
        lobby = Lobby()
        lobby.join(1, "Ann")
        with pytest.raises(RequestRefusedError, match="bad_token"):
            lobby.join(2, "Ann", b"guess")

    def test_taking_a_seat_up_elsewhere_puts_the_old_connection_out(self) -> None:
        lobby = Lobby()
        lobby.join(1, "Ann")
        (joined,) = lobby.took(1, Joined)
        lobby.join(2, "Ann", joined.token)
        assert lobby.took(1, Left)
        assert lobby.session.membership.has_moved_members
        assert lobby.session.membership.take_dismissed() == [1]
        assert not lobby.session.membership.has_moved_members
        assert refusal(lobby, 1, Wait()).code == "wrong_state"
        lobby.act(2, Wait())

    def test_a_late_joiner_starts_where_the_party_is_and_as_able(self) -> None:
        lobby = Lobby()
        lobby.join(1, "Ann")
        run = lobby.session.run
        ((_, ann),) = run.world.each(Hero)
        ann.experience = 1000
        lobby.join(2, "Ben")
        heroes = [hero for _, hero in run.world.each(Hero)]
        assert heroes[1].level > 1
        assert heroes[1].experience == 1000


class TestLinkDead:
    def test_a_lost_player_leaves_a_link_dead_hero_that_falls_asleep(self) -> None:
        lobby = Lobby("real")
        lobby.join(1, "Ann")
        lobby.join(2, "Ben")
        lobby.session.disconnect(2, lobby.now)
        lobby.wait(1.0)
        states = [member.state for member in lobby.took(1, Delta)[-1].party or []]
        assert states in ([], ["alive", "linkdead"])
        lobby.wait(lobby.settings.pace.linkdead_seconds)
        lobby.tell(1, Resync())
        assert [each.state for each in lobby.took(1, Keyframe)[-1].party] == ["alive", "asleep"]

    def test_a_sleeper_wakes_with_its_players_first_intent(self) -> None:
        lobby = Lobby()
        lobby.join(1, "Ann")
        (joined,) = lobby.took(1, Joined)
        lobby.session.disconnect(1, lobby.now)
        lobby.wait(lobby.settings.pace.linkdead_seconds + 1)
        lobby.join(2, "Ann", joined.token)
        assert lobby.took(2, Keyframe)[-1].party[0].state == "asleep"
        lobby.act(2, Wait())
        assert [each.state for each in lobby.took(2, Delta)[-1].party or []] == ["alive"]
