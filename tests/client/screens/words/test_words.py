import msgspec
import pytest

from support.client.client_examples import AMULETS, ARENA, CRYPT, PARTY, TREE, hero_status
from support.client.screen_text import playing
from undertide_client.screens.words.words import (
    activity_words,
    ago_words,
    bearer_words,
    branch_words,
    change_words,
    comer_words,
    effect_words,
    fall_words,
    floor_words,
    health_words,
    heroes_words,
    mark_words,
    member_state,
    name_of_seat,
    names_words,
    nudge_words,
    pace_words,
    pause_words,
    state_words,
    tide_words,
)
from undertide_shared.messages import (
    HeroState,
    Hunger,
    PaceStatus,
    PartyMember,
    Sighting,
    TideGauge,
)


@pytest.mark.parametrize(
    ("pace", "words"),
    [
        (PaceStatus("solo"), "turn by turn"),
        (PaceStatus("real"), "real time"),
        (PaceStatus("real", slow=True), "real time, half speed"),
        (
            PaceStatus("party", waiting_for=[0, 1], limit_in=6000),
            "party turns: waiting for you, Bob, 6 s",
        ),
        (PaceStatus("idle"), "time stands still"),
        (PaceStatus("real", paused_for=540_000), "paused, 9 min left"),
        (PaceStatus("party"), "party turns"),
        (PaceStatus("party", waiting_for=[0, 1]), "party turns: waiting for you, Bob"),
        (PaceStatus("party", waiting_for=[99]), "party turns"),
    ],
)
def test_pace_is_told_in_words(pace: PaceStatus, words: str) -> None:
    assert pace_words(playing(pace=pace, party=PARTY).mirror) == words


@pytest.mark.parametrize(
    ("pace", "words"),
    [
        (PaceStatus("solo", "real", 2600), "turns end in 3 s"),
        (PaceStatus("real", "solo", 1000), "turn by turn in 1 s"),
        (PaceStatus("solo", "real", -5), "turns end in 0 s"),
        (PaceStatus("solo"), ""),
        (PaceStatus("real", "real"), ""),
    ],
)
def test_a_change_of_pace_is_announced(pace: PaceStatus, words: str) -> None:
    assert change_words(pace) == words


@pytest.mark.parametrize(
    ("tide", "words"),
    [
        (TideGauge(-1, 0, "calm"), "calm"),
        (TideGauge(34, 1, "rising"), "34%"),
        (TideGauge(1000, 5, ""), "100%"),
    ],
)
def test_the_tide_is_told_in_words(tide: TideGauge, words: str) -> None:
    assert tide_words(tide) == words


@pytest.mark.parametrize(
    ("tide", "words"),
    [
        (TideGauge(5, 2, "trickle", 120, 9), "in 12 s: 9 exp"),
        (TideGauge(5, 2, "trickle"), ""),
        (TideGauge(5, 2, "trickle", -3, 9), ""),
    ],
)
def test_the_next_newcomer_of_the_tide_is_told(tide: TideGauge, words: str) -> None:
    assert comer_words(playing(tide=tide, pace=PaceStatus("real")).mirror) == words


@pytest.mark.parametrize(
    ("tide", "words"),
    [
        (TideGauge(5, 2, "trickle"), "~~ trickle"),
        (TideGauge(-1, 0, "calm"), ""),
        (TideGauge(5, -3, ""), ""),
        (TideGauge(5, 2**60, "flood"), "~~~~~~~~ flood"),
    ],
)
def test_the_marks_of_the_tide_are_told(tide: TideGauge, words: str) -> None:
    assert mark_words(tide) == words


@pytest.mark.parametrize(
    ("percent", "words"),
    [(100, "unhurt"), (99, "scratched"), (50, "wounded"), (20, "badly hurt"), (1, "almost dead")],
)
def test_health_is_told_in_words(percent: int, words: str) -> None:
    assert health_words(percent) == words


def test_a_monster_s_mood_and_a_hero_s_state_are_told() -> None:
    assert state_words(Sighting(1, 1, 0, 0, 50, "hunting")) == "wounded, hunting"
    assert state_words(Sighting(1, 1, 0, 0, 100, "linkdead")) == "unhurt, link lost"
    assert state_words(Sighting(1, 1, 0, 0, 100, "alive")) == "unhurt"


def test_seats_have_names() -> None:
    mirror = playing().mirror
    assert [name_of_seat(mirror, seat) for seat in (0, None, 9)] == ["Ann", "the party", "seat 9"]


def test_floors_of_the_run_are_told_as_entered_ahead_or_here() -> None:
    mirror = playing().mirror
    words = [branch_words(mirror, branch) for branch in TREE]
    assert words[:5] == [
        "the entrance",
        "a warren (ahead)",
        "a keep",
        "caverns (ahead)",
        "a crypt (here)",
    ]


def test_who_is_on_a_floor_is_told_by_name() -> None:
    mirror = playing().mirror
    assert heroes_words(mirror, CRYPT) == "you"
    assert heroes_words(mirror, ARENA) == "Bob"
    assert heroes_words(mirror, 99) == ""


def test_floors_are_told_apart_only_where_the_party_has_parted() -> None:
    mirror = playing().mirror
    assert [floor_words(mirror, one) for one in mirror.party] == ["↓3c", "↓4a"]
    together = playing(party=PARTY[:1]).mirror
    assert floor_words(together, PARTY[0]) == "↓3"
    unknown = playing(branches=[]).mirror
    assert floor_words(unknown, PARTY[1]) == "↓4"


def test_a_hero_on_no_floor_is_nowhere() -> None:
    fallen = PartyMember(3, "Cid", 0, 0, 0, 1, "dead")
    assert floor_words(playing(party=[*PARTY, fallen]).mirror, fallen) == ""


def test_amulets_are_in_somebody_s_hands_or_in_nobody_s() -> None:
    mirror = playing().mirror
    assert [bearer_words(mirror, one) for one in AMULETS] == [
        "carried by Ann",
        "in nobody's hands",
    ]


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (-50.0, "just now"),
        (59.9, "just now"),
        (60.0, "1 min ago"),
        (7_300.0, "2 h ago"),
        (3 * 86_400.0, "3 d ago"),
    ],
)
def test_how_long_ago_something_was_is_told_in_the_largest_unit(seconds: float, text: str) -> None:
    assert ago_words(seconds) == text


def test_who_took_part_is_named() -> None:
    assert names_words(["Ann", "Bob"]) == "Ann, Bob"
    assert names_words([]) == "nobody"


def test_the_fallen_are_neither_well_nor_almost_dead() -> None:
    assert state_words(Sighting(1, 1, 0, 0, 0, "fallen")) == "fallen"


def test_what_a_hero_does_by_itself_is_told() -> None:
    mirror = playing().mirror
    assert activity_words(mirror, hero_status()) == ""
    assert activity_words(mirror, hero_status(activity="travel")) == "travelling…"
    assert activity_words(mirror, hero_status(activity="travel", fights=True)) == "fighting…"
    assert activity_words(mirror, hero_status(activity="rest", tends=True)) == "reviving…"


def test_only_those_whom_a_turn_waits_for_are_nudged() -> None:
    nudged = PaceStatus("party", waiting_for=[0], limit_in=6000, nudge=True)
    words = "Your turn: the others wait for you (6 s left)"
    assert nudge_words(playing(pace=nudged).mirror) == words
    others = msgspec.structs.replace(nudged, waiting_for=[1])
    early = msgspec.structs.replace(nudged, nudge=False)
    assert [nudge_words(playing(pace=pace).mirror) for pace in (others, early)] == ["", ""]


@pytest.mark.parametrize(
    ("pace", "words"),
    [
        (PaceStatus("real"), ""),
        (PaceStatus("real", pause_asked=[1]), "Bob: a pause? W agrees"),
        (
            PaceStatus("real", pause_asked=[0, 1]),
            "You want a pause: it begins when all others agree",
        ),
        (
            PaceStatus("real", paused_for=60_001, pause_asked=[0, 1]),
            "Paused for 2 min at most: any action goes on",
        ),
    ],
)
def test_a_pause_and_the_wish_for_one_are_told(pace: PaceStatus, words: str) -> None:
    assert pause_words(playing(pace=pace, party=PARTY).mirror, "W") == words


@pytest.mark.parametrize(("away", "words"), [(True, "away"), (False, "asleep")])
def test_a_sleeper_whose_player_is_connected_is_away(away: bool, words: str) -> None:
    sleeper = PartyMember(1, "Bob", 0, 1, 50, 1, "asleep", away=away)
    assert member_state(sleeper, playing().mirror) == words


@pytest.mark.parametrize(
    ("state", "hunger", "words"),
    [("alive", "sated", ""), ("alive", "hungry", "hungry"), ("linkdead", "starving", "link lost")],
)
def test_who_is_hungry_and_acts_reads_so(state: HeroState, hunger: Hunger, words: str) -> None:
    member = PartyMember(1, "Bob", 0, 1, 50, 1, state, hunger=hunger)
    assert member_state(member, playing().mirror) == words


def test_ticks_are_told_in_seconds_of_the_session() -> None:
    hero = hero_status(life=0, dies_in=95)
    fallen = PartyMember(1, "Bob", 0, 1, 0, 1, "alive", dies_in=60)
    mirror = playing(pace=PaceStatus("real")).mirror
    told = []
    for mirror.ticks_per_second in (10, 5):
        told.append((fall_words(hero, mirror), member_state(fallen, mirror)))
    assert told == [("fallen: dies in 10 s", "down 6 s"), ("fallen: dies in 19 s", "down 12 s")]
    assert effect_words("burning", 30, mirror) == "burning 6 s"
