"""The stages that make a layout a floor: themes, regions, loot, inhabitants."""
