"""What some monsters can do besides walking, striking and shooting: a module for each trick."""
