"""What a server tells operators is shown in words, and nothing in it steers a terminal."""

from typing import Any

from undertide_client.cli.look_text import look_text, status_text

HOSTILE = "\x1b[2JAnn\u202e\n"
LOOK: dict[str, Any] = {
    "run": "r1", "session": "k3x9p", "preset": "default", "state": "live",
    "first": 1, "last": 90, "step": 60, "since": None, "elapsed": 6100,
    "progress": {"ticks": 59},
    "pipeline": {"step": ["count_step", "take_inputs"], "tick": ["heroes_act"]},
    "components": {"Actor": 2, "Hero": 1},
    "floors": [{"entity": 2, "number": 1, "name": "the Cellars", "type": "start", "clock": 59,
                "tide": {"clock": 57}, "heroes": 1, "monsters": 1, "items": 0}],
    "heroes": [{"entity": 4, "seat": 0, "name": HOSTILE, "calling": "warden", "level": 2,
                "presence": "present", "floor": 1, "x": 3, "y": 4, "life": 7, "max_life": 20,
                "energy": 0, "fate": "", "cause": "", "inbox": {"waiting": [[9, "explore"]]}}],
    "landmarks": [{"step": 1, "tick": 0, "kind": "floor", "text": "Floor 1: the Cellars"}],
    "inputs": [{"step": 60, "kind": "Ticked", "branch": 0},
               {"step": 60, "kind": "Asked", "seat": 0, "intent": {"kind": "Explore"}}],
    "events": [{"step": 60, "kind": "Hit", "source": {"entity": 5, "name": "rat", "cell": [1, 2]},
                "target": {"entity": 4, "name": HOSTILE}, "parts": [[3, "physical"]]}],
    "more": 0,
}  # fmt: skip


def safe(text: str) -> str:
    assert "\x1b" not in text
    assert "\u202e" not in text
    return text


def test_a_run_is_told_with_its_floors_heroes_and_what_happened() -> None:
    lines = safe(look_text(LOOK)).splitlines()
    assert lines[:3] == [
        "Run r1, session k3x9p, preset default: live",
        "Step 60 of 1 to 90",
        "Tick 59, after 6.1 s",
    ]
    text = "\n".join(lines)
    assert "the Cellars  start" in text
    assert "3,4   7/20" in text
    assert "Components: Actor 2, Hero 1" in text
    assert "Systems of a step: count_step, take_inputs" in text
    assert "floor     Floor 1: the Cellars" in text
    assert "60 Asked: seat 0, intent {kind: Explore}" in text
    assert "60 Hit: source rat (5), target [2JAnn (4), parts [[3, physical]]" in text
    assert "Ticked" not in text


def test_entities_have_a_line_for_each_component_and_floors_a_map() -> None:
    components = {"Body": {"life": 7}, "Risen": {}, "Actor": {"name": HOSTILE}}
    place = {"floor": 1, "x": 3, "y": 4}
    entity = {"entity": 4, "name": HOSTILE, **place, "components": components}
    shown = {"floor": 2, "number": 1, "rows": ["  ### ", "  #@\x1b"]}
    text = safe(look_text({**LOOK, "entities": [entity], "maps": [shown]}))
    assert "4 [2JAnn on floor 1 at 3,4\n  Body: {life: 7}\n  Risen: {}\n" in text
    assert "Floor 1:\n  ###\n  #@?" in text


def test_changes_have_a_line_for_each_field_with_both_values() -> None:
    changed = {"entity": 4, "name": "Ann", "floor": 1, "kind": "changed",
               "fields": {"Body.life": [7, 0], "Hero.fate": ["", HOSTILE]}}  # fmt: skip
    gone = {"entity": 5, "name": "rat", "floor": 1, "kind": "removed",
            "fields": {"Actor.name": ["rat", None], "Actor.speed": [8, None],
                       "Mind.mood": ["idle", None]}}  # fmt: skip
    text = safe(look_text({**LOOK, "since": 50, "changes": [changed, gone]}))
    assert "Step 60 of 1 to 90, compared with step 50" in text
    assert '4 Ann: changed\n  Body.life: 7 -> 0\n  Hero.fate: "" -> [2JAnn' in text
    assert "5 rat: removed, with Actor, Mind" in text
    nothing = look_text({**LOOK, "since": 50, "changes": []})
    assert "Nothing changed that was asked for." in nothing


def test_a_status_is_told_with_its_obstacles_workers_and_sessions() -> None:
    told: dict[str, Any] = {
        "name": HOSTILE, "build": "1.0", "obstacles": [], "trouble": "", "notes": [],
        "samples": {"at": [1, 2], "players": [3, 4], "late_ms": [0.5, 1.25]},
        "sessions": [{"session": "k3x9p", "preset": "default", "players": 4}],
    }  # fmt: skip
    text = safe(status_text(told))
    assert "[2JAnn , Undertide 1.0: ready\n\nplayers 4, late_ms 1.25" in text
    assert "k3x9p" in text
    late = {**told, "notes": ["b: no answer"], "nodes": [{"node": "a", "state": "serving"}]}
    assert "ready (b: no answer)" in status_text(late)
    assert "serving" in status_text(late)
    full = status_text({**told, "obstacles": ["no seat is free"], "trouble": "the disk is full"})
    assert "not ready: no seat is free; the disk is full" in full
