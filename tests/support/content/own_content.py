"""A host's own folder of content: presets in which tests know what will happen."""

from pathlib import Path

FILES = {
    # Waits are short, for tests wait for their ends.
    "server.toml": """
        [limits]
        stuck_seconds = 2.0
        soft_buffer_bytes = 16384
        hard_buffer_bytes = 262144

        [pace]
        warning_seconds = 1.5
        steps_per_second = 1000
        errand_steps_per_second = 300
        linkdead_seconds = 1.0
    """,
    # Nobody is there and nobody comes: what happens is what players do.
    "rules/quiet/preset.toml": """
        title = "Quiet"
        description = "A few small floors without a soul."
        builds_on = "classic"
    """,
    "rules/quiet/layouts.toml": """
        [rooms_and_corridors]
        width = 60
        height = 30
        rooms = 16
    """,
    "rules/quiet/population.toml": """
        most_monsters_per_room = [{ floor = 1, value = 0 }]
    """,
    "rules/quiet/tide.toml": """
        grace = 1000000
    """,
    # A monster comes, hits, and takes some time to kill; wounds heal before there is another.
    "rules/sparring/preset.toml": """
        title = "Sparring"
        description = "One guest, and it is in a bad mood."
        builds_on = "quiet"
    """,
    "rules/sparring/heroes.toml": """
        regen_full = 250
        [[levels]]
        experience = 0
        life = 100
        attack = 2
        magic = 2
        mana = 20
        thresholds = [25, 50, 75, 100]
        [[levels]]
        experience = 300
        life = 110
        attack = 3
        magic = 3
        mana = 20
        thresholds = [50, 100, 150, 200]
    """,
    "rules/sparring/costs.toml": """
        attack = 20
        shoot = 20
    """,
    "rules/sparring/tide.toml": """
        grace = 0
        interval = 80
        arrival_distance = 2
    """,
    # One blow ends a hero, and the tide brings it at once.
    "rules/deadly/preset.toml": """
        title = "Deadly"
        description = "Whoever comes here stays here."
        builds_on = "quiet"
    """,
    "rules/deadly/heroes.toml": """
        [[levels]]
        experience = 0
        life = 1
        attack = 1
        magic = 1
        mana = 1
        thresholds = [25, 50, 75, 100]
        [[levels]]
        experience = 300
        life = 2
        attack = 2
        magic = 2
        mana = 2
        thresholds = [50, 100, 150, 200]
    """,
    "rules/deadly/callings.toml": """
        [warden]
        start = []
    """,
    "rules/deadly/tide.toml": """
        grace = 0
        interval = 5
        arrival_distance = 2
    """,
}


def write_content(folder: Path) -> Path:
    """Write the presets of this module into a folder for `--config`, and return it."""
    for name, text in FILES.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder
