from support.client.client_examples import delta, hero_status, keyframe, watching
from support.client.replay_examples import watched_again
from support.client.screen_text import playing, ui_of
from undertide_shared.messages import PartyMember

FALLEN = [PartyMember(0, "Ann", 0, 3, 0, 2, "dead"), PartyMember(1, "Bob", 0, 3, 50, 2, "alive")]


def test_a_living_hero_s_player_plays() -> None:
    ui = playing()
    assert (ui.dead, ui.spectating) == (False, False)
    assert ui.own_member is not None
    assert ui.own_member.name == "Ann"


def test_death_makes_a_spectator() -> None:
    ui = playing()
    ui.mirror.apply(delta(hero=hero_status(life=0, state="dead")))
    assert (ui.dead, ui.spectating) == (True, True)


def test_a_dead_player_stays_dead_through_other_eyes() -> None:
    ui = playing()
    bob = hero_status(seat=1)
    ui.mirror.apply(keyframe(number=9, seat=1, hero=bob, party=FALLEN))
    assert (ui.dead, ui.spectating) == (True, True)
    assert ui.followed is not None
    assert ui.followed.name == "Bob"


def test_who_only_watches_is_not_dead() -> None:
    ui = playing()
    ui.mirror.apply(watching())
    ui.mirror.apply(keyframe(party=FALLEN))
    assert (ui.dead, ui.spectating) == (False, True)


def test_nobody_is_dead_before_anything_is_known() -> None:
    ui = ui_of()
    assert (ui.dead, ui.spectating, ui.own_member, ui.followed) == (False, False, None, None)


def test_who_watches_a_run_again_has_no_hero_in_it() -> None:
    ui = watched_again()
    assert (ui.replaying, ui.spectating, ui.dead) == (True, True, False)
    assert not playing().replaying
