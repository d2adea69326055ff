"""The actions of heroes: intents, and the functions that carry them out."""
