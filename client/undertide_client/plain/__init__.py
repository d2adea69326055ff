"""The client line by line, for screen readers and slow lines: `--plain`."""
