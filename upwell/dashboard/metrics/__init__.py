"""What Prometheus is told: names, samples of a log and of a worker, and how they are written."""
