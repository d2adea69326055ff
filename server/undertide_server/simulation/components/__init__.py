"""Components: slotted dataclasses by theme, without behaviour.

They hold remaining durations, never absolute ticks: heroes and items cross between floors whose
clocks differ. Every field of a component is part of the state hash and of snapshots. Positions and
sight by floor are derived from components; `simulation.state.spatial_index` keeps them.
"""
