"""What rooms look like: their shapes, terrain that lies in them, preset walls (R11, R12)."""
