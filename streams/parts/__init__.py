"""Parts of records: what a status, a finding or an event holds, one idea a file."""
