"""The files of docker/: by rule, and by running what they say."""
