"""The table, over real connections."""
