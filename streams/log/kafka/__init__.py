"""The Kafka side of the log port, on aiokafka."""

from .log import KafkaLog

__all__ = ["KafkaLog"]
