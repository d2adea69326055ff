"""Rules as pure functions of numbers: they use neither the world nor a random generator."""
