"""What is measured rather than tested: each prints a table; docs/speed.md and docs/strength.md keep the results."""
