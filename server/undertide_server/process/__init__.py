"""The server as a process: signals, systemd, open files and logs."""
