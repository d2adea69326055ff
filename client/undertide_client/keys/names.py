"""The names of keys as people write them."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

SHOWN: Final[Mapping[str, str]] = MappingProxyType(
    {
        "up": "↑",
        "down": "↓",
        "left": "←",
        "right": "→",
        "enter": "Enter",
        "escape": "Esc",
        "space": "Space",
        "tab": "Tab",
        "backspace": "Backspace",
        "pageup": "PgUp",
        "pagedown": "PgDn",
        "home": "Home",
        "end": "End",
    }
)


@lru_cache(maxsize=1024)
def shown(key: str) -> str:
    """Return a key's name as people write it: `ctrl+c` → Ctrl+C, `kp5` → num 5."""
    *held, base = key.split("+") if len(key) > 1 else [key]
    if base.startswith("kp"):
        base = "num " + base.removeprefix("kp").lstrip("_").replace("plus", "+").replace(
            "minus", "-"
        )
    elif held:
        base = base.upper() if len(base) == 1 else base.title()
    else:
        base = SHOWN.get(base, base.upper() if base[0] == "f" and base[1:].isdigit() else base)
    return "+".join([*(name.title() for name in held), base])
