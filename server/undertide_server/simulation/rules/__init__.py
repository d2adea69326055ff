"""Rules as plain functions of numbers: no world, no chance of their own."""
