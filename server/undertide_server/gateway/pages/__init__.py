"""Plain HTTP on the same port: the page to watch on, and a table of routes."""
