"""The laws of upwell, one folder a room."""
