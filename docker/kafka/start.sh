#!/bin/sh
# Runs a real Apache Kafka, one node (KRaft), on 127.0.0.1 only. Needs Java 17; Maven the first time.
#
#   KAFKA_VERSION  4.3.0 (default) or 3.9.1
#   KAFKA_PORT     9092; the controller takes the port above it
#   KAFKA_DATA     where its log lies (default: .kafka/data-<version>)
#   KAFKA_LIBS     where the jars lie (default: .kafka/libs-<version>, fetched once)
#   KAFKA_EXTRA    a file of further properties; what it names again counts
#   KAFKA_FORMAT   further arguments of the first format, as --add-scram SCRAM-SHA-512=[...]
#   KAFKA_FETCH    1: only fetch the jars
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
version=${KAFKA_VERSION:-4.3.0}
port=${KAFKA_PORT:-9092}
controller=${KAFKA_CONTROLLER_PORT:-$((port + 1))}
libs=${KAFKA_LIBS:-$root/.kafka/libs-$version}
data=${KAFKA_DATA:-$root/.kafka/data-$version}

fetch() {
    [ -e "$libs/.complete" ] && return
    command -v mvn >/dev/null || { echo "kafka: no jars in $libs and no mvn to fetch them" >&2; exit 1; }
    echo "kafka: fetching Apache Kafka $version into $libs (once, about 45 MB)" >&2
    part="$libs.part-$$"
    mvn -q -B -f "$here/pom.xml" -Dkafka.version="$version" dependency:copy-dependencies \
        -DincludeScope=runtime -DoutputDirectory="$part" >&2
    touch "$part/.complete"
    mv "$part" "$libs" 2>/dev/null || rm -rf "$part" # somebody else was first
}

configure() {
    cat <<EOF
process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:$controller
controller.listener.names=CONTROLLER
listeners=BROKER://127.0.0.1:$port,CONTROLLER://127.0.0.1:$controller
advertised.listeners=BROKER://127.0.0.1:$port
listener.security.protocol.map=BROKER:PLAINTEXT,CONTROLLER:PLAINTEXT
inter.broker.listener.name=BROKER
log.dirs=$data/log
# one node: nothing can be replicated, and a group need not wait for more members
default.replication.factor=1
offsets.topic.replication.factor=1
offsets.topic.num.partitions=1
transaction.state.log.replication.factor=1
transaction.state.log.num.partitions=1
transaction.state.log.min.isr=1
group.initial.rebalance.delay.ms=0
# topics are declared by upwell; one the broker makes has the wrong partition count
auto.create.topics.enable=false
message.max.bytes=8388608
# the cleaner's default buffer of 128 MB does not fit this heap
log.cleaner.dedupe.buffer.size=8388608
log.segment.bytes=67108864
EOF
}

fetch
[ "${KAFKA_FETCH:-}" = 1 ] && exit 0
mkdir -p "$data"
configure >"$data/server.properties"
[ -z "${KAFKA_EXTRA:-}" ] || cat "$KAFKA_EXTRA" >>"$data/server.properties"
java="java -XX:+UseSerialGC -XX:TieredStopAtLevel=1"
[ -e "$data/log/meta.properties" ] || $java -Xmx64m -cp "$libs/*" kafka.tools.StorageTool format \
    -t AAAAAAAAAAAAAAAAAAAAAQ -c "$data/server.properties" ${KAFKA_FORMAT:-} >&2
echo "kafka: Apache Kafka $version at kafka://127.0.0.1:$port, data in $data (Ctrl-C stops it)" >&2
exec $java -Xms256m -Xmx256m -cp "$libs/*" kafka.Kafka "$data/server.properties"
