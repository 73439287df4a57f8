.PHONY: kafka

kafka: ## a real Apache Kafka on 127.0.0.1:9092 (KAFKA_VERSION, KAFKA_PORT, KAFKA_DATA)
	@sh docker/kafka/start.sh
