"""The entity store: one esper context for each run. Only this module uses esper.

esper has one current world for each process and iterates over sets, whose order depends on history.
Here each method first makes its own world current, queries come in entity order, ids can be
restored, and all entities are deleted at the same point of the tick.

Only one thread may use esper, since its current world is that of the whole process. So a world that
another thread makes begins as a draft, outside esper.
"""

import weakref
from collections import deque
from collections.abc import Iterable
from itertools import count
from operator import itemgetter
from typing import Any, Final, TypeVar

import esper

from undertide_server.util.slices import Slices

C = TypeVar("C")

BY_ENTITY = itemgetter(0)

_contexts = count(1)

_NO_WORLD: Final = "default"
"""The context that esper starts with: it is current after a world closes, and always empty."""

_abandoned: deque[str] = deque()
"""Contexts of worlds that were dropped and perhaps not closed. They are deleted when the next
world is made or settled."""


class World:
    """Entities and their components. Any number of worlds may be used in turn.

    Each method enters this world when another is current, and stays in it. Methods that a tick
    calls many times compare before they call `_enter`. All raise RuntimeError once the world is
    closed; `bury` does so only where something is to be deleted.

    Any thread may make a draft, fill it and look into it. Only what needs esper raises RuntimeError
    until it is settled: `remove`, `entities`, `components`, and `bury` as above.
    """

    __slots__ = ("__weakref__", "_context", "_doomed", "_draft", "_is_closed", "_last_id")

    def __init__(self, *, is_draft: bool = False) -> None:
        self._draft: dict[int, dict[type, Any]] | None = {} if is_draft else None
        """The components of each entity of a draft, by class; None once esper has them."""
        if not is_draft:
            _delete_abandoned()
        self._context = f"world-{next(_contexts)}"
        weakref.finalize(self, _abandoned.append, self._context).atexit = False
        self._is_closed = False
        self._doomed: list[int] = []
        self._last_id = 0

    def _enter(self) -> None:
        """Make this the current world. Raises RuntimeError when it is closed."""
        if esper.current_world == self._context:
            return
        if self._is_closed or self._draft is not None:
            raise RuntimeError(f"{self._context} is {'closed' if self._is_closed else 'a draft'}")
        esper.switch_world(self._context)

    def settling(self) -> Slices[None]:
        """Hand the entities of a draft over to esper, each in a slice.

        Nobody else may use the world until that is done. If it is given up, the world is closed.
        """
        _delete_abandoned()
        draft, self._draft = self._draft or {}, None
        try:
            for entity, components in draft.items():
                yield
                self._put(entity, components.values())
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Delete all entities. A second call does nothing."""
        self._is_closed = True
        self._draft = None
        _delete(self._context)

    @property
    def last_id(self) -> int:
        """The highest id given so far. Snapshots hold it, for no id is given twice."""
        return self._last_id

    def create(self, *components: object) -> int:
        """Return a new entity with `components`."""
        return self._create_as(self._last_id + 1, components)

    def restore(self, entity: int, components: tuple[object, ...]) -> None:
        """Create `entity` with the id it had. Raises ValueError unless ids rise."""
        if entity <= self._last_id:
            raise ValueError(f"entity {entity} restored after {self._last_id}")
        self._create_as(entity, components)

    def restore_last_id(self, last_id: int) -> None:
        """Continue to count ids after `last_id`."""
        self._last_id = max(self._last_id, last_id)

    def _create_as(self, entity: int, components: tuple[object, ...]) -> int:
        if self._draft is None:
            self._put(entity, components)
        else:
            self._draft[entity] = {type(component): component for component in components}
        self._last_id = entity
        return entity

    def _put(self, entity: int, components: Iterable[object]) -> None:
        self._enter()
        # esper takes ids from a counter of the context; this is the only way to choose one.
        esper._entity_count = count(entity)  # noqa: SLF001
        esper.create_entity(*components)

    def get(self, entity: int, kind: type[C]) -> C:
        """Return the component. Raises KeyError when there is none."""
        if esper.current_world != self._context:
            if self._draft is not None:
                found: C = self._draft[entity][kind]
                return found
            self._enter()
        return esper.component_for_entity(entity, kind)

    def find(self, entity: int, kind: type[C]) -> C | None:
        """Return the component, or None when the entity doesn't have it or is gone."""
        if esper.current_world != self._context:
            if self._draft is not None:
                return self._draft.get(entity, {}).get(kind)
            self._enter()
        return esper.try_component(entity, kind) if esper.entity_exists(entity) else None

    def has(self, entity: int, kind: type[Any]) -> bool:
        """Return whether the entity exists and has such a component."""
        if esper.current_world != self._context:
            if self._draft is not None:
                return kind in self._draft.get(entity, {})
            self._enter()
        return esper.entity_exists(entity) and esper.has_component(entity, kind)

    def add(self, entity: int, component: object) -> None:
        """Add or replace a component. Raises KeyError when the entity is gone."""
        if self._draft is not None:
            self._draft[entity][type(component)] = component
            return
        self._enter()
        if not esper.entity_exists(entity):
            raise KeyError(entity)
        esper.add_component(entity, component)

    def remove(self, entity: int, kind: type[Any]) -> None:
        """Remove a component. Raises KeyError when there is none."""
        self._enter()
        esper.remove_component(entity, kind)

    def each(self, kind: type[C]) -> list[tuple[int, C]]:
        """Return all entities that have a component of this kind, in entity order."""
        if self._draft is not None:
            return [(entity, has[kind]) for entity, has in self._draft.items() if kind in has]
        self._enter()
        return sorted(esper.get_component(kind), key=BY_ENTITY)

    def delete(self, entity: int) -> None:
        """Mark an entity for the next `bury`; until then it stays complete.

        Raises KeyError, and marks nothing, if there is none.
        """
        if entity in self._doomed:
            return
        if self._draft is None:
            self._enter()
        exists = esper.entity_exists(entity) if self._draft is None else entity in self._draft
        if not exists:
            raise KeyError(f"there is no entity {entity} to delete")
        self._doomed.append(entity)

    def bury(self) -> None:
        """Delete the entities that `delete` marked.

        Nothing else deletes entities, except `close`.
        """
        if not self._doomed:
            return
        self._enter()
        for entity in self._doomed:
            esper.delete_entity(entity, immediate=True)
        self._doomed.clear()

    def entities(self) -> list[int]:
        """Return all entities, in order."""
        self._enter()
        return sorted(esper.get_entities())

    def components(self, entity: int) -> tuple[object, ...]:
        """Return all components of `entity`, in no particular order."""
        self._enter()
        return esper.components_for_entity(entity)


def _delete_abandoned() -> None:
    """Delete the worlds that were dropped. Only the thread that uses esper may call this."""
    while _abandoned:
        _delete(_abandoned.popleft())


def _delete(context: str) -> None:
    """Delete a context with its entities, if it is there."""
    if esper.current_world == context:
        esper.switch_world(_NO_WORLD)
    if context in esper.list_worlds():
        esper.delete_world(context)
