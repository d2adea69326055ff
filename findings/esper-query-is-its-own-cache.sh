#!/usr/bin/env bash
# esper 3.9: the list that get_component() and get_components() return is the cache itself.
#
# Guess: a query gives a list of its own, which the caller may sort, shorten or keep.
# So it is: until a component is added or removed anywhere, each call returns the same list object.
# A caller that sorts it changes the order for all others, and one that pops an entity from it hides
# that entity from every later query, though it exists. The next structural change brings it back.
# Source: esper/__init__.py, get_component: `return cached`; no copy is made.
# Undertide: its World sorts into a list of its own.
. "$(dirname "$0")/lib.sh"
python_with esper==3.9
"$python" - <<'PYTHON'
import esper

class Mark:
    pass

for _ in range(3):
    esper.create_entity(Mark())
first = esper.get_component(Mark)
first.reverse()
print("after the caller reversed its list:", [entity for entity, _ in esper.get_component(Mark)])
assert [entity for entity, _ in esper.get_component(Mark)] == [3, 2, 1]
first.pop()
print("after the caller popped one:       ", [entity for entity, _ in esper.get_component(Mark)])
assert [entity for entity, _ in esper.get_component(Mark)] == [3, 2]
assert esper.entity_exists(1)
assert esper.has_component(1, Mark)
esper.create_entity(Mark())
print("after another entity was made:     ", [entity for entity, _ in esper.get_component(Mark)])
assert [entity for entity, _ in esper.get_component(Mark)] == [1, 2, 3, 4]
PYTHON
as_stated "a query returns its cache, and what a caller does to it others see"
