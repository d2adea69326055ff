"""What the next start of a server would find, without a change to what is stored."""
