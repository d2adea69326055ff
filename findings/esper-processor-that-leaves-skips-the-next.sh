#!/usr/bin/env bash
# esper 3.9: a processor that removes itself while it runs makes process() skip the one behind it.
#
# Guess: a processor that has done its work may take itself out ("once at the start"), and all
# others run as always.
# So it is: the one behind it doesn't run in that call. Two processors of one class are a trap of
# the same kind: remove_processor() removes the newer one, a second call nothing at all, and the
# older one runs for ever while get_processor() says None.
# Source: esper/__init__.py, process(): iterates over the very list that remove_processor() changes;
# add_processor(): _processors_dict has one entry a class.
# Undertide: the order of systems is a tuple of functions.
. "$(dirname "$0")/lib.sh"
python_with esper==3.9
"$python" - <<'PYTHON'
import esper

ran = []

class Once(esper.Processor):
    def process(self):
        ran.append("once")
        esper.remove_processor(Once)

class Move(esper.Processor):
    def process(self):
        ran.append("move")

class Fight(esper.Processor):
    def process(self):
        ran.append("fight")

for processor in (Once(), Move(), Fight()):
    esper.add_processor(processor)
esper.process()
print("first call: ", ran)
assert ran == ["once", "fight"]
ran.clear()
esper.process()
print("second call:", ran)
assert ran == ["move", "fight"]

esper.add_processor(Move())
esper.remove_processor(Move)
esper.remove_processor(Move)
ran.clear()
esper.process()
print("two of a class, removed twice:", ran, "known:", esper.get_processor(Move))
assert ran == ["move", "fight"]
assert esper.get_processor(Move) is None
PYTHON
as_stated "who leaves skips the next, and of two of a class one stays for ever"
