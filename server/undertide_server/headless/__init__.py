"""Runs played in this process, for programs: no server, socket, thread or disk.

    from undertide_server.headless import Explore, begin_run

    with begin_run("default", seed=7, callings=["warden", "mender"]) as run:
        run.ask_hero(0, Explore())
        run.take_turn()
        known = run.look(0)
        print(known.hero.life, known.floor.name, known.lines)

`begin_run` begins a run, `open_run` takes up one that a server keeps, at any of its steps, and
`load_run` one that `HeadlessRun.save` wrote. `HeadlessRun.look` gives all that a hero's player may
know, and nothing else; `HeadlessRun.reveal_floor` gives what nobody may know in a game.

A program needs only this module. `docs/headless.md` explains it, and `docs/api.md` lists its names
and says how stable they are.
"""

from undertide_server.headless.beginning import begin_run, load_run, open_run
from undertide_server.headless.errors import (
    BadIntentError,
    HeadlessError,
    KeptRunError,
    NoHeroError,
    SavedRunError,
)
from undertide_server.headless.headless_run import HeadlessRun
from undertide_server.headless.revealed import (
    RevealedFloor,
    RevealedItem,
    RevealedMonster,
    RevealedTrap,
)
from undertide_server.views.knowledge import Knowledge
from undertide_shared.messages import (
    AcceptTrade,
    Accompany,
    Break,
    Cast,
    Climb,
    Craft,
    Doff,
    Drop,
    EndTrade,
    Explore,
    Fight,
    Give,
    Intent,
    IntentReport,
    MarkCell,
    Move,
    OfferTrade,
    Perform,
    Regroup,
    Rest,
    Sell,
    Shoot,
    Stop,
    Take,
    Travel,
    Use,
    Wait,
    Wear,
)

# Runs, and what they show.
__all__ = ["HeadlessRun", "IntentReport", "Knowledge", "begin_run", "load_run", "open_run"]
__all__ += ["RevealedFloor", "RevealedItem", "RevealedMonster", "RevealedTrap"]

# The errors that calls raise.
__all__ += ["BadIntentError", "HeadlessError", "KeptRunError", "NoHeroError", "SavedRunError"]

# The intents of a hero.
__all__ += ["Accompany", "Break", "Cast", "Climb", "Craft", "Doff", "Drop", "Explore", "Fight"]
__all__ += ["Give", "Intent", "MarkCell", "Move", "Perform", "Regroup", "Rest", "Sell", "Shoot"]
__all__ += ["Stop", "Take", "Travel", "Use", "Wait", "Wear"]
__all__ += ["AcceptTrade", "EndTrade", "OfferTrade"]
