"""People at real browsers, on a real server."""
