"""Components: slotted dataclasses by theme, without behaviour.

They hold durations that remain, never absolute ticks: heroes and items cross between floors whose
clocks differ. Whatever a component holds is part of the state hash and of snapshots; what can be
worked out again (who stands where, who sees what) is kept in `simulation.places` instead.
"""
