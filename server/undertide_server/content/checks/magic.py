"""Faults in deeds, spells and statuses: what they name is there, and can be learned."""

from collections.abc import Iterator

from undertide_server.content.checks.findings import Finding, expected, no_such
from undertide_server.content.records.effects import Inflict, Summon
from undertide_server.content.records.items import Teach
from undertide_server.content.records.ruleset import Ruleset
from undertide_server.content.schema.faults import Path
from undertide_server.content.schema.fields import Record

KNOWN = ("confused", "sheltered", "summoned")
"""Statuses that the rules themselves know: what the confused, newcomers and allies do."""


def known_statuses_are_there(ruleset: Ruleset) -> Iterator[Finding]:
    """The statuses that rules know are there."""
    for key in KNOWN:
        if key not in ruleset.statuses:
            yield ("statuses", key), "is missing; every run needs it"


def statuses_end_others(ruleset: Ruleset) -> Iterator[Finding]:
    """What a status ends is another one that there is."""
    for key, status in ruleset.statuses.items():
        for index, ended in enumerate(status.ends):
            where: Path = ("statuses", key, "ends", index)
            if ended not in ruleset.statuses:
                yield no_such(where, "status", ended, ruleset.statuses)
            elif ended == key:
                yield expected(where, "another status", ended)


def statuses_are_told_apart(ruleset: Ruleset) -> Iterator[Finding]:
    """No two statuses have one adjective or one letter: nothing is told by colour alone."""
    for field in ("adjective", "glyph"):
        owners: dict[str, str] = {}
        for key, status in ruleset.statuses.items():
            found = getattr(status, field)
            if found in owners:
                wanted = f'one that "{owners[found]}" doesn\'t have'
                yield expected(("statuses", key, field), wanted, found)
            owners[found] = key


def statuses_are_caught_for_a_time(ruleset: Ruleset) -> Iterator[Finding]:
    """What damage brings lasts no longer than the status can."""
    for key, status in ruleset.statuses.items():
        if status.caught is not None and status.caught.ticks > status.most:
            where: Path = ("statuses", key, "caught", "ticks")
            yield expected(where, f"at most {status.most}, `most`", status.caught.ticks)


def deeds_have_what_they_need(ruleset: Ruleset) -> Iterator[Finding]:
    """Deeds of items and spells name statuses, people and spells that there are."""
    for where, effect in _effects(ruleset):
        if isinstance(effect, Inflict):
            yield from _wrong_status(ruleset, where, effect.status, effect.ticks)
        elif isinstance(effect, Summon):
            if effect.person not in ruleset.people:
                yield no_such((*where, "person"), "person", effect.person, ruleset.people)
            yield from _too_long(ruleset, where, "summoned", effect.ticks)
        elif isinstance(effect, Teach) and effect.spell not in ruleset.spells:
            yield no_such((*where, "spell"), "spell", effect.spell, ruleset.spells)
        inflicts = getattr(effect, "inflicts", None)
        if inflicts is not None:
            yield from _wrong_status(ruleset, (*where, "inflicts"), inflicts.status, inflicts.ticks)


def spells_can_be_learned(ruleset: Ruleset) -> Iterator[Finding]:
    """R8: some book teaches each spell, or some calling knows it."""
    effects = [item.effect for item in ruleset.items.values()]
    taught = {effect.spell for effect in effects if isinstance(effect, Teach)}
    known = {spell for calling in ruleset.callings.values() for spell in calling.spells}
    for key in ruleset.spells:
        if key not in taught | known:
            yield ("spells", key), "can't be learned: no item teaches it, and no calling knows it"


def _effects(ruleset: Ruleset) -> Iterator[tuple[Path, Record]]:
    """Yield where each deed is stated, and the deed."""
    for key, item in ruleset.items.items():
        yield ("items", key, "effect"), item.effect
    for key, spell in ruleset.spells.items():
        yield ("spells", key, "effect"), spell.effect


def _wrong_status(ruleset: Ruleset, where: Path, key: str, ticks: int) -> Iterator[Finding]:
    """Yield that a status isn't there, or can't last as long."""
    if key not in ruleset.statuses:
        yield no_such((*where, "status"), "status", key, ruleset.statuses)
    else:
        yield from _too_long(ruleset, where, key, ticks)


def _too_long(ruleset: Ruleset, where: Path, key: str, ticks: int) -> Iterator[Finding]:
    status = ruleset.statuses.get(key)
    if status is not None and ticks > status.most:
        wanted = f'at most {status.most}, `most` of "{key}"'
        yield expected((*where, "ticks"), wanted, ticks)
