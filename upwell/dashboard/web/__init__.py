"""The server of the dashboard: who may ask, what is sent with every answer, how it runs."""
