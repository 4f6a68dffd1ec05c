"""What is measured rather than tested. Each prints a table; docs/speed.md and docs/strength.md keep the last results."""
