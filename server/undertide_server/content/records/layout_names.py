"""The names of layouts (R10), in their own module: commands list them without loading content."""

from typing import Literal

LayoutName = Literal["rooms_and_corridors", "caverns", "arena", "keep", "small_keep"]
"""Names of layouts in content and in commands. A `small_keep` is a keep with its own settings."""
