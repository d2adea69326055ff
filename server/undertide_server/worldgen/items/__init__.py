"""Items by their keys: plain items, gear and its figures, finds and forges."""
