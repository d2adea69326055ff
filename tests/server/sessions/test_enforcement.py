"""Orders about single people: what each does, to whom it may be done, and who hears of it."""

import pytest

from support.sessions.lobby import ANN, BEN, CAT, GUEST, OPERATOR, Lobby, gathered, refused
from undertide_server.sessions.enforcement import MOST_NAMED
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.model.settings import Host, SessionSettings
from undertide_server.sessions.model.settings import SessionBan as Banned
from undertide_server.sessions.moderation.sanctions import MOST_BANS
from undertide_server.simulation.components.heroes import Hero, Inventory
from undertide_shared.limits import MAX_REASON
from undertide_shared.messages import (
    Appoint,
    Ban,
    Joined,
    Kick,
    Left,
    Mute,
    Order,
    People,
    Refuse,
    Roster,
    Unban,
    Unmute,
)


def told(lobby: Lobby, member: int) -> str:
    """Return why a member was put out."""
    (left,) = lobby.took(member, Left)
    return left.reason


def presence(lobby: Lobby, seat: int) -> str:
    """Return how awake the hero of a seat is."""
    run = lobby.session.run
    return next(hero.presence for _, hero in run.world.each(Hero) if hero.seat == seat)


def carried(lobby: Lobby, seat: int) -> list[object]:
    """Return what the hero of a seat carries."""
    run = lobby.session.run
    (entity,) = (each for each, hero in run.world.each(Hero) if hero.seat == seat)
    return list(run.world.get(entity, Inventory).stacks)


class TestKick:
    def test_a_player_is_told_the_reason_and_the_hero_sleeps_at_once(self) -> None:
        lobby = gathered(pace="real")
        lobby.order(1, Kick(lobby.number("Ben"), "asleep\x1b[2J at the keys"), ANN)
        assert lobby.session.membership.take_dismissed() == [2]
        assert told(lobby, 2) == "ann kicked you: asleep[2J at the keys"
        assert presence(lobby, 1) == "asleep"
        assert [seat.name for seat in lobby.took(1, Roster)[-1].seats] == ["Ann", "Cat"]

    def test_the_lobby_names_a_kicked_player_no_longer(self) -> None:
        lobby = gathered(pace="real")
        assert [hero.name for hero in lobby.session.disclosure.info().party] == [
            "Ann",
            "Ben",
            "Cat",
        ]
        lobby.order(1, Kick(lobby.number("Ben")), ANN)
        assert [hero.name for hero in lobby.session.disclosure.info().party] == ["Ann", "Cat"]

    def test_a_kicked_spectator_may_come_back(self) -> None:
        lobby = gathered()
        lobby.order(1, Kick(lobby.number("Will")), ANN)
        assert lobby.session.membership.take_dismissed() == [9]
        lobby.watch(9, identity=GUEST)

    @pytest.mark.parametrize("there", [True, False])
    def test_the_seat_is_free_at_once_and_its_token_opens_it_no_longer(self, there: bool) -> None:
        lobby = Lobby(settled=SessionSettings(seats=2))
        lobby.join(1, "Ann", identity=ANN)
        lobby.join(2, "Ben", identity=BEN)
        (joined,) = lobby.took(2, Joined)
        if not there:
            lobby.session.disconnect(2, lobby.now)
        with pytest.raises(RequestRefusedError, match="session_full"):
            lobby.join(3, "Cat")
        ben = lobby.number("Ben")
        lobby.order(1, Kick(ben), ANN)
        assert lobby.session.disclosure.info().heroes == 1
        assert refused(lobby, 1, Kick(ben), ANN) == "unknown_person"
        with pytest.raises(RequestRefusedError, match="bad_token: you were kicked"):
            lobby.join(4, "", joined.token, identity=BEN)
        lobby.join(4, "Ben", identity=BEN)
        assert presence(lobby, 1) == "asleep", "the first hero stays asleep in the run"
        assert lobby.took(4, Joined)[0].seat == 2

    def test_a_hero_that_nobody_plays_any_more_keeps_its_things(self) -> None:
        lobby = gathered()
        before = carried(lobby, 1)
        lobby.session.disconnect(2, lobby.now)
        lobby.order(1, Kick(lobby.number("Ben")), ANN)
        assert carried(lobby, 1) == before != []

    def test_a_session_full_of_absent_strangers_is_freed_one_by_one(self) -> None:
        lobby = Lobby(settled=SessionSettings(host=Host("ann"), seats=8))
        for member in range(8):
            lobby.join(member, f"Squatter{member}")
            lobby.session.disconnect(member, lobby.now)
        for member in range(8):
            lobby.order(None, Kick(lobby.number(f"Squatter{member}")), ANN)
            lobby.join(10 + member, f"Friend{member}")
        assert lobby.session.disclosure.info().heroes == 8

    def test_a_kicked_player_has_no_role_left_by_the_seat(self) -> None:
        lobby = gathered()
        lobby.order(1, Appoint(lobby.number("Ben"), "moderator"), ANN)
        lobby.order(1, Kick(lobby.number("Ben")), ANN)
        assert lobby.session.policy.settings.moderators == []
        assert refused(lobby, None, Kick(lobby.number("Cat")), BEN) == "not_allowed"

    def test_a_reason_is_cut_to_a_line(self) -> None:
        lobby = gathered()
        lobby.order(1, Kick(lobby.number("Ben"), "x" * 999), ANN)
        assert told(lobby, 2).count("x") == MAX_REASON

    def test_a_session_in_which_nobody_is_left_counts_as_empty(self) -> None:
        lobby = Lobby()
        lobby.join(1, "Ann", identity=ANN)
        lobby.wait(5)
        lobby.order(None, Kick(lobby.number("Ann")), OPERATOR)
        assert lobby.session.occupancy.empty_since == lobby.now


class TestBan:
    def test_it_keeps_account_address_and_seat_out(self) -> None:
        lobby = gathered()
        lobby.session.disconnect(2, lobby.now)
        lobby.join(5, "Bea", identity=BEN)
        (joined,) = lobby.took(5, Joined)
        lobby.order(1, Ban(lobby.number("Bea"), 10, "spam"), ANN)
        assert told(lobby, 5) == "ann banned you for 10 min: spam"
        for identity in (BEN, Identity("", BEN.address_key), Identity("ben")):
            with pytest.raises(RequestRefusedError, match="banned"):
                lobby.join(4, "Someone", identity=identity)
        with pytest.raises(RequestRefusedError, match="banned"):
            lobby.join(4, "", joined.token, identity=CAT)
        lobby.wait(600)
        with pytest.raises(RequestRefusedError, match="bad_token"):
            lobby.join(4, "", joined.token, identity=BEN)
        lobby.join(4, "Bea", identity=BEN)

    def test_whoever_else_is_here_by_the_account_goes_too(self) -> None:
        lobby = gathered()
        lobby.watch(8, identity=BEN)
        lobby.watch(7, identity=Identity("", BEN.address_key))
        lobby.order(1, Ban(lobby.number("Ben")), ANN)
        assert sorted(lobby.session.membership.take_dismissed()) == [2, 8]

    def test_who_is_not_here_can_be_banned(self) -> None:
        lobby = gathered()
        lobby.session.disconnect(2, lobby.now)
        lobby.order(1, Ban(lobby.number("Ben")), ANN)
        assert lobby.session.disclosure.info().heroes == 2
        with pytest.raises(RequestRefusedError, match="banned from this session for good"):
            lobby.watch(2, identity=BEN)

    def test_the_banned_are_moderators_no_more_nor_known_by_the_account(self) -> None:
        lobby = gathered()
        lobby.order(1, Appoint(lobby.number("Ben"), "moderator"), ANN)
        lobby.order(1, Ban(lobby.number("Ben"), 1), ANN)
        assert lobby.session.policy.settings.moderators == []
        assert refused(lobby, None, Kick(lobby.number("Cat")), BEN) == "not_allowed"

    @pytest.mark.parametrize("there", [True, False])
    def test_a_host_who_is_banned_is_host_no_more(self, there: bool) -> None:
        lobby = gathered()
        ann = lobby.number("Ann")
        if not there:
            lobby.session.disconnect(1, lobby.now)
        lobby.order(None, Ban(ann), OPERATOR)
        assert lobby.session.policy.settings.host == Host("ben", 1)
        assert refused(lobby, None, Kick(lobby.number("Cat")), ANN) == "not_allowed"

    def test_a_maker_who_is_banned_before_anybody_sat_down_is_host_no_more(self) -> None:
        lobby = Lobby(maker=5)
        lobby.watch(5)
        lobby.order(None, Ban(lobby.number("Will")), OPERATOR)
        lobby.join(6, "Ben")
        assert lobby.session.policy.settings.host == Host("", 0)

    def test_one_too_many_puts_nobody_out(self) -> None:
        lobby = gathered()
        lobby.session.policy.settings.bans = [
            Banned(number, "Eve", "Ann", 0.0, f"eve{number}") for number in range(MOST_BANS)
        ]
        assert refused(lobby, 1, Ban(lobby.number("Ben")), ANN) == "not_allowed"
        assert lobby.session.membership.take_dismissed() == []

    @pytest.mark.parametrize("minutes", [-1, 10**9])
    def test_a_time_out_of_bounds_is_refused(self, minutes: int) -> None:
        lobby = gathered()
        ben = lobby.number("Ben")
        assert refused(lobby, 1, Ban(ben, minutes), ANN) == "bad_option"
        assert refused(lobby, 1, Mute(ben, minutes), ANN) == "bad_option"

    def test_a_pardon_ends_it(self) -> None:
        lobby = gathered()
        people = lobby.order(1, Ban(lobby.number("Ben")), ANN)
        assert isinstance(people, People)
        (ban,) = people.bans
        assert (ban.who, ban.by, ban.minutes) == ("Ben", "ann", 0)
        after = lobby.order(1, Unban(ban.id), ANN)
        assert isinstance(after, People)
        assert after.bans == []
        lobby.watch(2, identity=BEN)
        assert refused(lobby, 1, Unban(ban.id), ANN) == "unknown_person"


class TestRefuse:
    def test_a_player_puts_a_spectator_out_who_may_not_watch_again(self) -> None:
        lobby = gathered()
        lobby.order(2, Refuse(lobby.number("Will")), BEN)
        assert told(lobby, 9) == "ben no longer lets you watch this run"
        with pytest.raises(RequestRefusedError, match="banned from watching this run for good"):
            lobby.watch(10, name="Bill", identity=GUEST)
        lobby.join(10, "Bill", identity=GUEST)

    def test_a_player_who_watches_too_keeps_the_seat(self) -> None:
        lobby = gathered()
        lobby.watch(8, name="Bens other", identity=BEN)
        lobby.order(1, Refuse(lobby.number("Bens other")), ANN)
        assert lobby.session.membership.take_dismissed() == [8]

    def test_only_spectators_can_be_refused(self) -> None:
        lobby = gathered()
        assert refused(lobby, 1, Refuse(lobby.number("Ben")), ANN) == "not_allowed"

    def test_only_by_players_whose_hero_lives_or_who_keep_order(self) -> None:
        lobby = gathered()
        will = lobby.number("Will")
        for member in (1, 2):
            seat = lobby.session.members.seating.of_member(member)
            assert seat is not None
            lobby.session.members.seating.note_death(seat)
        assert refused(lobby, 2, Refuse(will), BEN) == "not_allowed"
        lobby.order(1, Refuse(will), ANN)

    def test_who_watches_and_keeps_order_can_not_be_refused(self) -> None:
        lobby = gathered()
        lobby.watch(8, name="Root", identity=OPERATOR)
        assert refused(lobby, 2, Refuse(lobby.number("Root")), BEN) == "not_allowed"


ELSE = Identity("", GUEST.address_key)
"""Another guest of Will's address."""


def done(lobby: Lobby, order: Order, identity: Identity = ANN) -> str:
    """Return what the answer says that an order of the host has done, as the audit log has it."""
    told = lobby.order(1, order, identity)
    assert isinstance(told, People)
    assert lobby.entries[-1][1] == told.done
    return told.done


class TestWhomItHits:
    def test_a_ban_names_everybody_of_the_account_and_its_marks(self) -> None:
        lobby = gathered()
        lobby.watch(8, name="Benny", identity=BEN)
        assert done(lobby, Ban(lobby.number("Benny"), 9, "spam")) == (
            "banned Benny (spectator, account ben) and Ben (seat 1, account ben) for 9 min,"
            " by account ben and address: spam"
        )

    def test_the_mute_of_a_guest_names_everybody_of_its_address(self) -> None:
        lobby = gathered()
        lobby.join(4, "Dov", identity=ELSE)
        lobby.watch(8, name="Eve", identity=ELSE)
        told = done(lobby, Mute(lobby.number("Will"), 9))
        assert told == "muted Will (spectator) and Eve (spectator) for 9 min, by address"
        muted = [name for name, person in lobby.people(1, ANN).items() if person.muted]
        assert muted == ["Will", "Eve"], "Dov sat there before"
        assert done(lobby, Unmute(lobby.number("Eve"))) == (
            "unmuted Will (spectator) and Eve (spectator)"
        )

    def test_a_mute_that_would_silence_who_ranks_as_high_is_refused(self) -> None:
        lobby = Lobby(maker=1)
        lobby.watch(1, name="Ann", identity=ELSE)
        lobby.watch(9, identity=GUEST)
        before = lobby.session.policy.data
        with pytest.raises(RequestRefusedError, match="it would mute Ann, too"):
            lobby.order(1, Mute(lobby.number("Will")), ELSE)
        assert lobby.session.policy.data == before
        assert lobby.entries == []

    def test_of_many_people_some_are_named_and_all_are_counted(self) -> None:
        lobby = gathered()
        for member in range(20, 20 + MOST_NAMED + 1):
            lobby.watch(member, name=f"Eve{member}", identity=ELSE)
        told = done(lobby, Mute(lobby.number("Will")))
        assert told.endswith("Eve23 (spectator) and 2 more for good, by address")

    def test_an_end_of_a_ban_names_whom_it_had_hit(self) -> None:
        lobby = gathered()
        lobby.order(1, Ban(lobby.number("Will")), ANN)
        assert done(lobby, Unban(1)) == "ended the ban of Will, by address"

    def test_a_role_names_the_seat(self) -> None:
        lobby = gathered()
        assert done(lobby, Appoint(lobby.number("Ben"), "moderator")) == (
            "made Ben (seat 1, account ben) moderator"
        )


class TestAppoint:
    def test_a_moderator_is_made_and_unmade(self) -> None:
        lobby = gathered()
        ben = lobby.number("Ben")
        lobby.order(1, Appoint(ben, "moderator"), ANN)
        assert lobby.took(3, Roster)[-1].seats[1].role == "moderator"
        lobby.order(2, Kick(lobby.number("Will")), BEN)
        lobby.order(1, Appoint(ben, "player"), ANN)
        assert refused(lobby, 2, Kick(lobby.number("Cat")), BEN) == "not_allowed"

    def test_another_host_takes_the_place_of_the_one_who_was(self) -> None:
        lobby = gathered()
        people = lobby.order(1, Appoint(lobby.number("Ben"), "host"), ANN)
        assert isinstance(people, People)
        assert people.role == "player"
        assert [each.role for each in people.people] == ["player", "host", "player", "spectator"]
        assert refused(lobby, 1, Appoint(lobby.number("Cat"), "host"), ANN) == "not_allowed"

    def test_a_maker_who_gives_the_role_away_from_outside_is_answered_once_more(self) -> None:
        lobby = Lobby(maker=5)
        lobby.join(6, "Ben")
        assert isinstance(lobby.order(5, Appoint(lobby.number("Ben"), "host")), People)
        with pytest.raises(RequestRefusedError, match="not_allowed"):
            lobby.session.disclosure.people(5, GUEST)

    @pytest.mark.parametrize(
        ("name", "role", "code"),
        [
            ("Will", "moderator", "bad_option"),
            ("Ben", "spectator", "bad_option"),
            ("Ann", "player", "not_allowed"),
            ("Ann", "moderator", "not_allowed"),
        ],
    )
    def test_what_makes_no_sense_is_refused(self, name: str, role: str, code: str) -> None:
        lobby = gathered()
        order = Appoint(lobby.number(name), role)  # type: ignore[arg-type]
        assert refused(lobby, 1, order, ANN) == code

    def test_nobody_is_host_who_is_not_here(self) -> None:
        lobby = gathered()
        ben = lobby.number("Ben")
        lobby.session.disconnect(2, lobby.now)
        assert refused(lobby, 1, Appoint(ben, "host"), ANN) == "unknown_person"
        lobby.order(1, Appoint(ben, "moderator"), ANN)


@pytest.mark.parametrize("kind", [Kick, Ban, Mute, Unmute])
class TestRanks:
    def test_nobody_deals_with_who_ranks_as_high(self, kind: type[Order]) -> None:
        lobby = gathered()
        for name in ("Ben", "Cat"):
            lobby.order(1, Appoint(lobby.number(name), "moderator"), ANN)
        ann, ben, cat = (lobby.number(name) for name in ("Ann", "Ben", "Cat"))
        for member, identity, person in ((2, BEN, cat), (2, BEN, ben), (2, BEN, ann)):
            assert refused(lobby, member, kind(person), identity) == "not_allowed"  # type: ignore[call-arg, arg-type]
        assert refused(lobby, 1, kind(ann), ANN) == "not_allowed"  # type: ignore[call-arg, arg-type]

    def test_not_even_when_they_are_away(self, kind: type[Order]) -> None:
        lobby = gathered()
        lobby.order(1, Appoint(lobby.number("Ben"), "moderator"), ANN)
        lobby.session.disconnect(1, lobby.now)
        ann = lobby.number("Ann")
        assert refused(lobby, 2, kind(ann), BEN) == "not_allowed"  # type: ignore[call-arg, arg-type]

    def test_nor_with_operators_but_these_with_everyone(self, kind: type[Order]) -> None:
        lobby = gathered()
        lobby.watch(8, name="Root", identity=OPERATOR)
        root, ann = lobby.number("Root"), lobby.number("Ann")
        assert refused(lobby, 1, kind(root), ANN) == "not_allowed"  # type: ignore[call-arg, arg-type]
        lobby.order(8, kind(ann), OPERATOR)  # type: ignore[call-arg, arg-type]

    def test_nor_with_somebody_who_was_never_here(self, kind: type[Order]) -> None:
        assert refused(gathered(), 1, kind(999), ANN) == "unknown_person"  # type: ignore[call-arg, arg-type]
