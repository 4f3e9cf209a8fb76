"""The tables, for people."""
