"""The read model as the dashboard asks it: objects, their fields, and what happened to them."""
