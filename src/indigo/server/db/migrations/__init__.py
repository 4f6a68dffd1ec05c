"""The database's changes, one after the other; the server makes them itself when it starts."""
