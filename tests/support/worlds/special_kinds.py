"""Kinds of monsters with ways and tricks of a test's choice."""

from dataclasses import replace

from support.worlds.staging import Stage
from undertide_server.content.records.monsters import Behaviour
from undertide_server.content.records.tricks import PLAIN, Tricks
from undertide_server.simulation.state.events import Event, Seen, Told
from undertide_server.worldgen.creatures.roster import MonsterKind


def kind_that(stage: Stage, tricks: Tricks = PLAIN, **behaviour: int | bool) -> MonsterKind:
    """Return the weakest kind with another behaviour, known to the run under a name of its own."""
    weakest = stage.game.roster.kinds[0]
    ways = Behaviour.model_validate(behaviour).model_copy(update={"tricks": tricks})
    kind = replace(weakest, id=f"test {behaviour} {tricks}", name="beast", behaviour=ways)
    stage.run.kinds[kind.id] = kind
    return kind


def told(events: list[Event]) -> list[str]:
    """Return what heroes and onlookers were told of events."""
    seen = [text for each in events if isinstance(each, Seen) for text in (each.own, each.others)]
    return [text for text in seen if text] + [e.text for e in events if isinstance(e, Told)]
