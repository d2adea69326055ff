"""The strength curve and the roster of monsters (R1, R2, R4)."""
