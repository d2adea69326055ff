"""Runs that leave a store or come to one: files of runs, copies, backups and rescues."""
