"""The strength curve, the roster of monsters and encounters (R1, R2, R4)."""
