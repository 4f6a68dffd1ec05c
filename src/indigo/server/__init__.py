"""The table: people and bots sit down at it through HTTP and WebSocket, and nothing that happened is ever lost."""
