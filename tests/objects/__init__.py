"""Laws of the loop, the state, the fetch service and deliver."""
