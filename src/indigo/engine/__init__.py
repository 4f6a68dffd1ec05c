"""Search and bots on the core, analysis, the engine protocol and the arena."""
