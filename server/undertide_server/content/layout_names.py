"""What layouts (R10) are called. By itself, since commands name them without reading content."""

from typing import Literal

LayoutName = Literal["rooms_and_corridors", "caverns", "arena", "keep", "small_keep"]
"""In content and in commands. A `small_keep` is a keep with settings of its own."""
