"""The names of layouts (R10). A module of its own: commands list them without loading content."""

from typing import Literal

LayoutName = Literal["rooms_and_corridors", "caverns", "arena", "keep", "small_keep"]
"""In content and in commands. A `small_keep` is a keep with settings of its own."""
