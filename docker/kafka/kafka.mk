.PHONY: kafka

kafka: ## a real Apache Kafka on 127.0.0.1:9092 (KAFKA_VERSION=4.3.0 or 3.9.1, KAFKA_PORT, KAFKA_DATA)
	@sh docker/kafka/start.sh
