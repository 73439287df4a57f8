"""Pages as they were stored: found in the log, and shown with what was read of them outlined."""
