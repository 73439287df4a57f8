"""The log: a small port with two sides, an embedded SQLite log and Apache Kafka."""
