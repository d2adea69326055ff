"""What monsters and allies do."""
