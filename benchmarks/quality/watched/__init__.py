"""What a site that is watched is said to do: events of objects, and alarms of field health."""
