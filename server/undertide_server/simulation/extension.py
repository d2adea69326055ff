"""What an extension adds to the simulation, and how it becomes part of a game's repertoire.

Each part goes through the registry that the game's own parts go through: stored names of
components, the order of systems, tricks by key, effects by their record, layouts by key.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, is_dataclass, replace
from typing import Any, Generic, Literal, TypeVar, get_args

from undertide_server.content.records.effects import EffectRecord
from undertide_server.content.schema.extended import MARK
from undertide_server.content.schema.extensions import NAME, Addition, ExtensionError, installed
from undertide_server.content.schema.faults import did_you_mean, quoted
from undertide_server.content.schema.fields import Record
from undertide_server.simulation.ai.tricks.registry import TrickRegistry
from undertide_server.simulation.ai.tricks.trick import Chances, StruckBlow, TrickKind
from undertide_server.simulation.effects.context import EffectContext, PreparedEffect
from undertide_server.simulation.pipeline import Systems
from undertide_server.simulation.snapshot import store_components
from undertide_server.util.rng import Rng
from undertide_server.worldgen.game.repertoire import Repertoire
from undertide_server.worldgen.layouts.layout import Layout, Stairs
from undertide_server.worldgen.layouts.registry import LayoutKind
from undertide_server.worldgen.layouts.terrain import TerrainTable
from undertide_shared.limits import MAX_LINE, MAX_PHRASES, MAX_WORD

Figures = TypeVar("Figures", bound=Record)
SomeEffect = TypeVar("SomeEffect", bound=EffectRecord)


@dataclass(frozen=True, slots=True)
class System:
    """A system: a function over the run and a floor, or over the run alone.

    It stands right after or before another one, which is a system of a floor's tick or of a run's
    step, and so says which of both it is. The game's own go by their names, those of extensions by
    `extension.name`.
    """

    advance: Callable[..., None]
    after: str = ""
    before: str = ""

    @property
    def name(self) -> str:
        """The name of its function."""
        return str(getattr(self.advance, "__name__", ""))


@dataclass(frozen=True, slots=True)
class Trick(Generic[Figures]):
    """A trick that kinds of monsters may have.

    Attributes:
        name: Its name; content uses the key `extension.name`.
        figures: The record of its figures in content.
        lore: Returns the sentence for players about a kind that has it, from its figures.
        words: What it is, as it follows "was seen to"; empty if it is never recorded.
        attempt: Tries it instead of the monster's action; returns whether it used the action up.
        follow_blow: Tries it after a blow; returns whether nothing else may follow this blow.

    Both functions are called only for monsters that have it. They take their random numbers from
    the occasion's `rng`, and report a use that heroes see by `record_trick`.
    """

    name: str
    figures: type[Figures]
    lore: Callable[[Figures], str]
    words: str = ""
    attempt: Callable[[Chances, Figures], bool] | None = None
    follow_blow: Callable[[StruckBlow, Figures], bool] | None = None

    def kind_of(self, key: str) -> TrickKind:
        """Return it as the registry has tricks, under its key."""
        attempt, follow_blow = self.attempt, self.follow_blow
        return TrickKind(
            key,
            lore=lambda _rules, tricks: self.lore(tricks.extended[key]),
            attempt=attempt and _if_it_has(key, attempt),
            follow_blow=follow_blow and _if_it_has(key, follow_blow),
        )


def _if_it_has(key: str, trick: Callable[[Any, Any], bool]) -> Callable[[Any], bool]:
    """Return a trick that does nothing for a monster without it."""

    def tried(occasion: Chances | StruckBlow) -> bool:
        figures = occasion.tricks.extended.get(key)
        return figures is not None and trick(occasion, figures)

    return tried


@dataclass(frozen=True, slots=True)
class Effect(Generic[SomeEffect]):
    """An effect of items, spells and abilities.

    Attributes:
        record: Its record, whose field `does` has the only value "extension.name".
        check: Checks it in its context, and returns what then can't fail any more.
        words: What it does, for players: "lights up {radius} cells". Braces hold names of figures,
            which the record gives by its property `figures`.
    """

    record: type[SomeEffect]
    check: Callable[[EffectContext, SomeEffect], PreparedEffect]
    words: str

    @property
    def key(self) -> str:
        """The word that `does` has in content; empty if the record doesn't say one."""
        stated = self.record.model_fields.get("does")
        words = get_args(stated.annotation) if stated else ()
        return str(words[0]) if len(words) == 1 else ""


@dataclass(frozen=True, slots=True)
class LayoutOf(Generic[Figures]):
    """A way to dig floors: its name, its settings in content, and what digs by them.

    `dig` returns a layout, or None if it failed. All random numbers come from the generator.
    """

    name: str
    settings: type[Figures]
    dig: Callable[[Figures, Stairs, TerrainTable, Rng], Layout | None]

    def kind_of(self, key: str) -> LayoutKind[Any]:
        """Return it as the registry has layouts, under its key."""
        return LayoutKind(lambda layouts: layouts.extended[key], self.dig)


@dataclass(frozen=True, kw_only=True, eq=False)
class Extension(Addition):
    """All that an extension adds. `Addition` says what its other fields mean.

    Attributes:
        components: Components by the names under which they are stored, which never change. Each
            is a dataclass; give new fields defaults, so that older snapshots load.
        systems: Systems, each after or before another one.
    """

    components: Mapping[str, type] = field(default_factory=dict)
    systems: Sequence[System] = ()
    tricks: Sequence[Trick[Any]] = ()
    effects: Sequence[Effect[Any]] = ()
    layouts: Sequence[LayoutOf[Any]] = ()

    def key_of(self, name: str) -> str:
        """Return the key of one of its things."""
        return f"{self.name}{MARK}{name}"

    @property
    def tricks_by_key(self) -> Mapping[str, type[Record]]:
        """The record of the figures of each trick, by the key that content uses."""
        return {self.key_of(each.name): each.figures for each in self.tricks}

    @property
    def effects_by_key(self) -> Mapping[str, type[Record]]:
        """The record of each effect, by the word that `does` has in content."""
        return {each.key: each.record for each in self.effects}

    @property
    def layouts_by_key(self) -> Mapping[str, type[Record]]:
        """The record of the settings of each layout, by the key that content uses."""
        return {self.key_of(each.name): each.settings for each in self.layouts}

    @property
    def words(self) -> Mapping[str, str]:
        """The words for players about its tricks and effects, by key."""
        told = {self.key_of(each.name): each.words for each in self.tricks if each.words}
        return told | {each.key: each.words for each in self.effects}

    @property
    def modules(self) -> frozenset[str]:
        """The names of the modules of its functions."""
        functions: list[Any] = [each.advance for each in self.systems]
        functions += [each.check for each in self.effects]
        functions += [each.dig for each in self.layouts]
        functions += [each.attempt for each in self.tricks]
        functions += [each.follow_blow for each in self.tricks]
        return frozenset(each.__module__ for each in functions if each is not None)

    def check(self) -> None:
        """Raise ExtensionError for anything in it that can't be used, whatever else is there."""
        super().check()
        self._check_names("tricks", [each.name for each in self.tricks])
        self._check_names("layouts", [each.name for each in self.layouts])
        self._check_names("systems", [each.name for each in self.systems])
        self._check_names("effects", [self._effect_name(each) for each in self.effects])
        if len(self.words) > MAX_PHRASES:
            problem = f"expected at most {MAX_PHRASES} tricks and effects; found {len(self.words)}"
            raise ExtensionError(self.name, problem)
        for key, text in self.words.items():
            if not (text.isprintable() and 0 < len(text) <= MAX_LINE):
                problem = f"expected one line of at most {MAX_LINE} characters"
                raise ExtensionError(f"words of {key}", f"{problem}; found {quoted(text)}")
        for name, kind in self.components.items():
            where = f"{self.name}.components.{name}"
            if not name.isidentifier():
                raise ExtensionError(where, "expected a stored name of letters and figures")
            if not is_dataclass(kind):
                raise ExtensionError(where, f"expected a dataclass; found {quoted(kind)}")
        if len(set(self.components.values())) < len(self.components):
            problem = "one component has several stored names"
            raise ExtensionError(f"{self.name}.components", problem)
        for system in self.systems:
            if bool(system.after) is bool(system.before):
                problem = "expected the system that it stands after, or the one it stands before"
                raise ExtensionError(f"{self.name}.systems.{system.name}", problem)

    def _effect_name(self, effect: Effect[Any]) -> str:
        extension, _, name = effect.key.partition(MARK)
        if extension != self.name:
            wanted = f'a field `does` of Literal["{self.key_of("name")}"]'
            raise ExtensionError(
                f"{self.name}.effects.{effect.record.__name__}",
                f"expected {wanted}; found {quoted(effect.key)}",
            )
        return name

    def _check_names(self, what: str, names: Sequence[str]) -> None:
        """Raise ExtensionError for a name that can't be, and for one that comes again."""
        for index, name in enumerate(names):
            where = f"{self.name}.{what}.{name}"
            if not NAME.fullmatch(name):
                raise ExtensionError(where, "expected small letters, figures and underlines")
            if len(self.key_of(name)) > MAX_WORD:
                problem = f"expected a key of at most {MAX_WORD} characters; found"
                raise ExtensionError(where, f"{problem} {quoted(self.key_of(name))}")
            if name in names[:index]:
                raise ExtensionError(where, "there are two of that name")


def blamed(fault: BaseException) -> str:
    """Return the name of the installed extension whose code raised an error; empty without one."""
    owners = {
        module: name
        for name, each in installed().items()
        if isinstance(each, Extension)
        for module in each.modules
    }
    name, trace = "", fault.__traceback__
    while trace is not None:
        name = owners.get(trace.tb_frame.f_globals.get("__name__", ""), name)
        trace = trace.tb_next
    return name


def system_names(systems: Iterable[Callable[..., None]]) -> list[str]:
    """Return the names of systems of a run, in order: those of extensions by `extension.name`."""
    added = {
        each.advance: one.key_of(each.name)
        for one in installed().values()
        if isinstance(one, Extension)
        for each in one.systems
    }
    return [added.get(each, each.__name__) for each in systems]


def register(extensions: Sequence[Extension]) -> None:
    """Have the components of extensions stored. Raises ExtensionError for a name that is taken."""
    for extension in extensions:
        named = {extension.key_of(name): kind for name, kind in extension.components.items()}
        try:
            store_components(named)
        except ValueError as fault:
            raise ExtensionError(f"{extension.name}.components", str(fault)) from fault


def extended(plain: Repertoire, extensions: Sequence[Extension]) -> Repertoire:
    """Return a repertoire with extensions added, in order.

    Raises ExtensionError if a system has no place.
    """
    assert isinstance(plain.tricks, TrickRegistry)
    assert isinstance(plain.systems, Systems)
    tricks = [each.kind_of(one.key_of(each.name)) for one in extensions for each in one.tricks]
    layouts = {
        one.key_of(each.name): each.kind_of(one.key_of(each.name))
        for one in extensions
        for each in one.layouts
    }
    checks = {each.record: each.check for one in extensions for each in one.effects}
    words = {key: text for one in extensions for key, text in one.words.items()}
    return replace(
        plain,
        systems=placed(plain.systems, extensions),
        tricks=plain.tricks.with_more(tricks),
        layouts={**plain.layouts, **layouts},
        effects={**plain.effects, **checks},
        words={**plain.words, **words},
    )


def placed(plain: Systems, extensions: Sequence[Extension]) -> Systems:
    """Return all systems of a run with extensions, in their order.

    Raises ExtensionError if a system names one that isn't there, or if several wait for each other.
    """
    lists: dict[Literal["step", "floor_tick"], list[tuple[str, Callable[..., None], str]]] = {
        "floor_tick": [(each.__name__, each, "") for each in plain.floor_tick],
        "step": [(each.__name__, each, "") for each in plain.step],
    }
    waiting = {one.key_of(each.name): each for one in extensions for each in one.systems}
    while waiting:
        ready = [(key, each) for key, each in waiting.items() if _place(lists, key, each)]
        if not ready:
            raise _placeless(waiting, [name for each in lists.values() for name, _, _ in each])
        for key, _ in ready:
            del waiting[key]
    step, floor_tick = (
        tuple(advance for _, advance, _ in lists[each]) for each in ("step", "floor_tick")
    )
    return Systems(step, floor_tick)


def _place(
    lists: Mapping[Any, list[tuple[str, Callable[..., None], str]]], key: str, system: System
) -> bool:
    """Put a system at its place in a list, behind others that stand after the same one.

    Return False if no list has its anchor.
    """
    anchor = system.after or system.before
    for systems in lists.values():
        names = [name for name, _, _ in systems]
        if anchor in names:
            place = names.index(anchor)
            if system.after:
                place += 1
                while place < len(systems) and systems[place][2] == anchor:
                    place += 1
            systems.insert(place, (key, system.advance, system.after))
            return True
    return False


def _placeless(waiting: Mapping[str, System], known: Sequence[str]) -> ExtensionError:
    """Return the error about systems that have no place."""
    for key, system in waiting.items():
        anchor = system.after or system.before
        if anchor not in waiting:
            extension, _, name = key.partition(MARK)
            problem = f"there is no system {quoted(anchor)}{did_you_mean(anchor, known)}"
            return ExtensionError(f"{extension}.systems.{name}", problem)
    circle = ", ".join(f"{key} for {each.after or each.before}" for key, each in waiting.items())
    return ExtensionError("systems", f"they wait for each other: {circle}")
