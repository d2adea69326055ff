"""What a hero's player knows in the same process is what its client knows over the wire."""

from contextlib import closing
from typing import Any

import msgspec
import numpy as np
import pytest

from support.sessions.shadowed import ShadowedSession
from support.worlds.staging import Stage
from undertide_client.bots.skills import Skill
from undertide_client.model.mirror import Mirror
from undertide_server.simulation.state.inputs import Ticked
from undertide_server.views.knowledge import HeroEyes, Knowledge
from undertide_server.views.shared_parts import Common
from undertide_server.views.view import View
from undertide_shared.codec import decode_server
from undertide_shared.learning import PARTS, ActionList, Observer
from undertide_shared.messages import HeroStatus, Sighting, Threat

SEEDS = tuple(bytes([seed]) * 16 for seed in range(6))


def unnumbered(part: HeroStatus | Sighting | Threat | None) -> Any:
    """Return a part of a view without its id, which each view counts for itself."""
    return part and msgspec.structs.replace(part, id=0)


def seen(known: Knowledge | Mirror) -> list[str]:
    """Return all sightings with their kinds and threats, in an order of their own."""
    return sorted(
        repr(
            (
                msgspec.structs.replace(each, id=0, kind=0),
                msgspec.structs.replace(known.kinds[each.kind], id=0),
                unnumbered(known.threats.get(each.id)),
            )
        )
        for each in known.sightings.values()
    )


def facts(known: Knowledge | Mirror) -> dict[str, Any]:
    """Return all that is known apart from the map and the log."""
    plain = ("floor", "party", "tide", "intent", "pack", "spells", "abilities", "trade", "stairs")
    shared = ("marks", "agreements", "amulets", "tree", "cell")
    return {
        **{name: getattr(known, name) for name in (*plain, *shared)},
        "hero": unnumbered(known.hero),
        "seen": seen(known),
    }


def compare(known: Knowledge, mirror: Mirror) -> None:
    assert facts(known) == facts(mirror)
    assert np.array_equal(known.tiles, mirror.tiles)
    assert np.array_equal(known.sight, mirror.sight)
    told = [(line.tone, line.text) for line in known.lines]
    heard = [(line.tone, line.text) for line in mirror.lines if line in mirror.log._told]  # noqa: SLF001
    assert heard[-len(told) :] == told


def compare_arrays(observer: Observer, known: Knowledge, mirror: Mirror) -> None:
    """Compare all arrays but the log: that of a client also has chat and the client's own notes."""
    ours, theirs = observer.observe(known), observer.observe(mirror)
    assert ours.keys() == theirs.keys() == set(PARTS)
    for name in PARTS:
        assert name == "log" or np.array_equal(ours[name], theirs[name]), name
    intents = observer.actions.intents_of(known)
    assert intents == observer.actions.intents_of(mirror)
    assert intents == ActionList(mirror.looks.values()).intents_of(mirror)


@pytest.mark.parametrize(
    ("bots", "skill", "seeds"), [(1, "careless", SEEDS), (3, "average", SEEDS[:2])]
)
def test_a_hero_knows_what_its_client_is_told(
    bots: int, skill: Skill, seeds: tuple[bytes, ...]
) -> None:
    compared = 0
    for seed in seeds:
        played = ShadowedSession("default", seed, bots, skill)
        observer = Observer(played.headless.looks)
        with closing(played):
            for _ in played.moments(250):
                for seat, bot in enumerate(played.bots):
                    if bot.mirror.following != seat:
                        continue  # Its hero has died, and its client watches the others.
                    known = played.headless.look(seat)
                    compare(known, bot.mirror)
                    compare_arrays(observer, known, bot.mirror)
                    compared += 1
    assert compared > 1000


class Watched:
    """A stage whose hero is watched by a client, and by its eyes in this process."""

    def __init__(self, *rows: str) -> None:
        self.stage = Stage(rows)
        self.row = self.stage.hero()
        self.mirror = Mirror()
        self.eyes = HeroEyes(self.stage.run, self.row.entity)
        self._view = View(self.row.entity)
        self._common = Common([], {})
        self.look()

    def look(self) -> Knowledge:
        """Show the client the present, and return what the hero's player knows."""
        run = self.stage.run
        self._common = self._common.next(run, {})
        frame = self._view.update(run, self._common)
        if frame is not None:
            self.mirror.apply(decode_server(frame))
        return self.eyes.look(run, self._common)

    def pass_tick(self) -> Knowledge:
        """Let a tick pass, and return what is known then."""
        events = self.stage.step(Ticked(1))
        self._view.log_events(self.stage.run, events)
        self.eyes.log_events(self.stage.run, events)
        return self.look()


def test_a_dead_hero_knows_what_its_client_was_told_last() -> None:
    watched = Watched("#######", "#@....#", "#######")
    watched.stage.monster((2, 1), mood="hunting", power=500)
    known = watched.look()
    while known.hero.state != "dead":
        known = watched.pass_tick()
        compare(known, watched.mirror)
    lines = known.lines
    assert known.hero.life == 0
    assert watched.pass_tick() is known
    assert known.lines == lines


def test_what_is_known_stays_the_same_object_until_it_changes() -> None:
    watched = Watched("#######", "#@....#", "#######")
    first = watched.look()
    assert watched.look() is first
    cell = first.cell
    watched.stage.run.index.move(watched.row, (2, 1))
    later = watched.pass_tick()
    assert later is not first
    assert (first.cell, later.cell) == (cell, (2, 1))


def test_arrays_of_what_is_known_can_not_be_changed() -> None:
    known = Watched("#####", "#@..#", "#####").look()
    for array in (known.tiles, known.sight):
        assert array.shape == (3, 5)
        with pytest.raises(ValueError, match="read-only"):
            array[0, 0] = 1


def test_a_monster_that_comes_back_has_another_id() -> None:
    watched = Watched("#######", "#@....#", "#######")
    monster = watched.stage.monster((5, 1), mood="asleep")
    first = {each.id for each in watched.pass_tick().threats.values()}
    sees, watched.row.sees = watched.row.sees, bytes(len(watched.row.sees))
    watched.row.looks += 1
    assert not watched.look().threats
    watched.row.sees = sees
    watched.row.looks += 1
    assert monster.entity
    again = {each.id for each in watched.look().threats.values()}
    assert len(first) == len(again) == 1
    assert first != again


def test_nobody_looks_first_through_the_eyes_of_the_dead() -> None:
    stage = Stage(["#####", "#@..#", "#####"])
    row = stage.hero()
    eyes = HeroEyes(stage.run, row.entity)
    stage.run.index.leave(row.entity)
    with pytest.raises(LookupError):
        eyes.look(stage.run, Common([], {}).next(stage.run, {}))
