"""Texts about the state of the world. Pure."""

from undertide_client.model.mirror import Mirror
from undertide_client.screens.words.time_words import short_span_words, span_words
from undertide_shared.chronicles import RunEnd, card_of
from undertide_shared.messages import (
    Amulet,
    BranchInfo,
    Chronicle,
    Ended,
    HeroStatus,
    PaceStatus,
    PartyMember,
    Sighting,
    TideGauge,
)

MODES = {
    "solo": "turn by turn",
    "party": "party turns",
    "real": "real time",
    "idle": "time stands still",
}
"""The name of each pace for players."""
ACTIVITIES = {"none": "", "explore": "exploring…", "travel": "travelling…", "rest": "resting…"}
AGES = ((86400, "d"), (3600, "h"), (60, "min"))
"""The seconds and the name of each unit for ages, longest first."""
MAX_WAVES = 8
"""Marks of the tide that have a wave each."""
HEALTH = (
    (100, "unhurt"),
    (70, "scratched"),
    (40, "wounded"),
    (15, "badly hurt"),
    (0, "almost dead"),
)
"""How wounded a creature looks from each percent of its health on, the highest first."""
STATES = {"alive": "", "linkdead": "link lost", "asleep": "asleep", "dead": "dead"}
"""The name of a hero's state, unless it is simply alive."""
HELP_QUESTION = "What would have helped?"


def member_state(member: PartyMember, mirror: Mirror) -> str:
    """Return what ails a hero or keeps it from acting: "down 12 s", "hungry"; empty if nothing."""
    if member.dies_in > 0:
        return f"down {short_span_words(member.dies_in, mirror)}"
    if member.returns:
        return "returns"
    state = "away" if member.away and member.state == "asleep" else STATES[member.state]
    return state if state or member.hunger == "sated" else member.hunger


def fall_words(hero: HeroStatus, mirror: Mirror) -> str:
    """Return how a fallen hero fares: "fallen: dies in 12 s"; empty while it stands."""
    if hero.dies_in <= 0:
        return ""
    if hero.revived_in > 0:
        return f"fallen: up in {span_words(hero.revived_in, mirror)}"
    return f"fallen: dies in {span_words(hero.dies_in, mirror)}"


def activity_words(mirror: Mirror, hero: HeroStatus) -> str:
    """Return what a hero does by itself: "exploring…"; empty if it waits for its player."""
    if hero.follows >= 0:
        return f"following {name_of_seat(mirror, hero.follows)}…"
    if hero.tends:
        return "reviving…"
    return "fighting…" if hero.fights else ACTIVITIES[hero.activity]


def pace_words(mirror: Mirror) -> str:
    """Return how time passes: "real time, half speed", "party turns: waiting for Ann, 8 s"."""
    pace = mirror.pace
    if pace.paused_for > 0:
        return f"paused, {pause_minutes(pace)} min left"
    mode = MODES[pace.mode] + (", half speed" if pace.slow else "")
    awaited = [one for one in mirror.party if one.seat in set(pace.waiting_for)]
    names = ["you" if one.seat == mirror.seat else one.name for one in awaited]
    if not names:
        return mode
    limit = f", {limit_words(pace)}" if pace.limit_in > 0 else ""
    return f"{mode}: waiting for {', '.join(names)}{limit}"


def limit_words(pace: PaceStatus) -> str:
    """Return how long a party turn still waits: "8 s"."""
    return f"{max(0, pace.limit_in) / 1000:.0f} s"


def pause_minutes(pace: PaceStatus) -> int:
    """Return the minutes that a pause still lasts, rounded up."""
    return -(-max(0, pace.paused_for) // 60_000)


def pause_words(mirror: Mirror, key: str) -> str:
    """Return who wants a pause, or that there is one; empty without either.

    `key` is the key that agrees; empty if none does.
    """
    pace, seats = mirror.pace, set(mirror.pace.pause_asked)
    if pace.paused_for > 0:
        return f"Paused for {pause_minutes(pace)} min at most: any action goes on"
    names = [one.name for one in mirror.party if one.seat in seats and one.seat != mirror.seat]
    if mirror.seat in seats:
        return "You want a pause: it begins when all others agree"
    agrees = f" {key} agrees" if key else ""
    return f"{', '.join(names)}: a pause?{agrees}" if names else ""


def nudge_words(mirror: Mirror) -> str:
    """Return what tells the player that a party turn waits; empty before the server nudges it."""
    pace = mirror.pace
    if not pace.nudge or mirror.seat is None or mirror.seat not in pace.waiting_for:
        return ""
    return f"Your turn: the others wait for you ({limit_words(pace)} left)"


def change_words(pace: PaceStatus) -> str:
    """Return the next pace and when it comes; empty if none does."""
    if pace.next is None or pace.next == pace.mode:
        return ""
    seconds = max(0, pace.turns_in) / 1000
    if pace.mode == "solo":
        return f"turns end in {seconds:.0f} s"
    return f"{MODES[pace.next]} in {seconds:.0f} s"


def effect_words(name: str, ticks: int, mirror: Mirror) -> str:
    """Return an effect and how long it lasts: "confused 3 s"."""
    return f"{name} {span_words(ticks, mirror)}"


def hunger_words(hero: HeroStatus) -> str:
    """Return the hunger of a hero: "hungry 12%"; empty while it is sated."""
    return "" if hero.hunger == "sated" else f"{hero.hunger} {hero.food}%"


def tide_words(tide: TideGauge) -> str:
    """Return the height of the tide: "34%"; its name during the time of grace."""
    return tide.name if tide.percent < 0 else f"{min(100, tide.percent)}%"


def mark_words(tide: TideGauge) -> str:
    """Return the last mark's name with a wave for each mark passed: "~~ rising"; empty if none."""
    if tide.mark <= 0:
        return ""
    waves = "~" * min(MAX_WAVES, max(0, tide.mark))
    return f"{waves} {tide.name}".strip()


def comer_words(mirror: Mirror) -> str:
    """Return when the tide brings its next monsters, and their worth; empty if that isn't known."""
    tide = mirror.tide
    if tide.next_in <= 0:
        return ""
    return f"in {span_words(tide.next_in, mirror)}: {tide.worth} exp"


def health_words(percent: int) -> str:
    """Return how wounded a creature looks."""
    return next((words for least, words in HEALTH if percent >= least), HEALTH[-1][1])


def state_words(one: Sighting) -> str:
    """Return the visible state of a monster or hero: "wounded, hunting, burning"."""
    mood = "" if one.mood == "alive" else STATES.get(one.mood, one.mood)
    health = "" if mood == "fallen" else health_words(one.health)
    return ", ".join(word for word in (health, mood, *one.statuses) if word)


def visible_words(one: Sighting) -> str:
    """Return the mood of a monster and its statuses: "hunting, poisoned"."""
    return ", ".join(word for word in (one.mood, *one.statuses) if word)


def hindsight_words(life: Chronicle | None) -> str:
    """Return what would have helped a hero that died, as one line; empty if nothing is known."""
    return f"{HELP_QUESTION} {' '.join(life.hindsight)}" if life and life.hindsight else ""


def run_end_of(ended: Ended | None) -> RunEnd | None:
    """Return how a run ended, as chronicles tell it; None while it goes on."""
    return None if ended is None else RunEnd(ended.won, ended.seed)


def card_lines(life: Chronicle, ended: Ended | None, link: str) -> list[str]:
    """Return the card of a hero's end as lines of text; `link` leads to its chronicle, or empty."""
    return card_of(life, run_end_of(ended), link)


def name_of_seat(mirror: Mirror, seat: int | None) -> str:
    """Return the name of a seat's hero; "the party" for None."""
    if seat is None:
        return "the party"
    names = {one.seat: one.name for one in mirror.roster} | {
        one.seat: one.name for one in mirror.party
    }
    return names.get(seat, f"seat {seat}")


def branch_words(mirror: Mirror, branch: BranchInfo) -> str:
    """Return the name of a floor of the run, marked if it is ahead or here: "a keep (ahead)"."""
    if mirror.floor is not None and mirror.floor.branch == branch.id:
        return f"{branch.name} (here)"
    return branch.name if branch.visited else f"{branch.name} (ahead)"


def heroes_words(mirror: Mirror, branch: int) -> str:
    """Return the heroes on a floor of the run: "Ann, Bob"; empty if nobody is there."""
    there = [one for one in mirror.party if one.branch == branch and one.floor > 0]
    return ", ".join("you" if one.seat == mirror.seat else one.name for one in there)


def floor_words(mirror: Mirror, member: PartyMember) -> str:
    """Return the floor of a hero: "↓3"; empty for none.

    If the party is on several floors, the glyph of the floor's type tells floors of one depth
    apart.
    """
    if member.floor <= 0:
        return ""
    branch = mirror.tree.get(member.branch)
    parted = len({one.branch for one in mirror.party if one.floor > 0}) > 1
    return f"↓{member.floor}{branch.glyph if branch and parted else ''}"


def bearer_words(mirror: Mirror, amulet: Amulet) -> str:
    """Return who carries an amulet."""
    if amulet.bearer is None:
        return "in nobody's hands"
    return f"carried by {name_of_seat(mirror, amulet.bearer)}"


def ago_words(seconds: float) -> str:
    """Return the age of something: "3 h ago"."""
    for length, unit in AGES:
        if seconds >= length:
            return f"{seconds // length:.0f} {unit} ago"
    return "just now"


def names_words(names: list[str]) -> str:
    """Return the names of those who took part: "Ann, Bob"."""
    return ", ".join(names) or "nobody"


def page_words(page: int, *, more: bool) -> str:
    """Return the number of a page, and whether more follow; an empty text for an only page."""
    if page == 1 and not more:
        return ""
    return f"page {page}, more below" if more else f"page {page}"
