"""What the log promises to others: JSON Schema of every record, AsyncAPI of every topic.

Both follow from the structs and the table of topics, so that somebody who reads the log with
another language finds what this one writes. Within one schema number fields are only added.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Any

import msgspec

from . import records
from .codecs import SCHEMA
from .log.kafka.topics import settings
from .parts import covered, pinned, searched
from .parts import found as found_parts
from .records import Record
from .topics import TOPICS, Topic

Document = dict[str, Any]

WIRE = (
    f"One byte, the schema number {SCHEMA}, then MessagePack of the payload. Fields that hold "
    "their default are left out, unknown ones are to be skipped, and byte strings are binary: "
    "base64 stands in the schema because JSON has none."
)


def kinds() -> list[type[Record]]:
    """Every kind of record, in the order of the table of topics.

    >>> [kind.__name__ for kind in kinds()][:3]
    ['Request', 'Page', 'Again']
    """
    return list(dict.fromkeys(kind for topic in TOPICS for kind in topic.records))


def comments() -> dict[tuple[str, str], str]:
    """What the code says beside a field, by struct and field.

    >>> comments()["Page", "outcome"]
    'ok, or a word of `outcomes`'
    """
    found: dict[tuple[str, str], str] = {}
    struct = ""
    sources = map(inspect.getsource, (records, found_parts, covered, pinned, searched))
    for line in "\n".join(sources).splitlines():
        if named := re.match(r"class (\w+)", line):
            struct = named[1]
        elif said := re.match(r"    (\w+): [^#]+  # (.+)$", line):
            found[struct, said[1]] = said[2]
    return found


def json_schema() -> Document:
    """One JSON Schema (2020-12) that holds every kind of record."""
    definitions = _definitions("#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Records of upwell, schema {SCHEMA}",
        "description": WIRE,
        "oneOf": [{"$ref": f"#/$defs/{kind.__name__}"} for kind in kinds()],
        "$defs": definitions,
    }


def asyncapi() -> Document:
    """AsyncAPI 3: a channel is a topic, a message a kind of record, an operation an arrow."""
    schemas = _definitions("#/components/schemas/{name}")
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "upwell",
            "version": f"{SCHEMA}.0.0",
            "description": WIRE,
            "license": {"name": "Apache-2.0"},
        },
        "defaultContentType": "application/msgpack",
        "servers": {
            "kafka": {
                "host": "{host}",
                "protocol": "kafka",
                "description": "kafka://host:port/prefix puts the prefix before every address.",
                "variables": {"host": {"default": "127.0.0.1:9092"}},
            }
        },
        "channels": {topic.name: _channel(topic) for topic in TOPICS},
        "operations": dict(_operations()),
        "components": {
            "messages": {kind.__name__: _message(kind) for kind in kinds()},
            "schemas": schemas,
        },
    }


def _definitions(template: str) -> Document:
    """Schemas of all structs, fields described where the code says more than their names."""
    _, found = msgspec.json.schema_components(kinds(), ref_template=template)
    for (struct, field), said in comments().items():
        for name in [struct] if struct != Record.__name__ else found:
            if field in found[name]["properties"]:
                found[name]["properties"][field]["description"] = said
    return dict(sorted(found.items()))


def _channel(topic: Topic) -> Document:
    return {
        "address": topic.name,
        "description": f"Keyed by {topic.key}; it chooses the partition, the unit of order.",
        "messages": {
            kind.__name__: {"$ref": f"#/components/messages/{kind.__name__}"}
            for kind in topic.records
        },
        "bindings": {
            "kafka": {
                "partitions": topic.partitions,
                "topicConfiguration": _configuration(topic),
                "bindingVersion": "0.5.0",
            }
        },
    }


def _configuration(topic: Topic) -> Document:
    """Kafka's settings, with numbers as numbers and the policy as a list, as AsyncAPI wants it.

    >>> _configuration(TOPICS[0])["retention.ms"]
    604800000
    """
    found: Document = {name: _number(value) for name, value in settings(topic).items()}
    lag = found.pop("min.compaction.lag.ms", 0)
    policy = {"cleanup.policy": ["compact" if topic.compact else "delete"]}
    more = {"x-min.compaction.lag.ms": lag} if topic.compact else {}
    return {**found, **policy, **more}


def _number(text: str) -> int | str:
    return int(text) if text.lstrip("-").isdigit() else text


def _operations() -> Iterator[tuple[str, Document]]:
    for topic in TOPICS:
        for action, roles in (("send", topic.written_by), ("receive", topic.read_by)):
            for role in roles:
                yield (
                    f"{role}.{action}.{topic.name}",
                    {
                        "action": action,
                        "channel": {"$ref": f"#/channels/{topic.name}"},
                        "tags": [{"name": role}],
                    },
                )


def _message(kind: type[Record]) -> Document:
    return {
        "name": str(kind.__struct_config__.tag),
        "title": kind.__name__,
        "summary": inspect.cleandoc(kind.__doc__ or "").splitlines()[0],
        "payload": {"$ref": f"#/components/schemas/{kind.__name__}"},
        "bindings": {"kafka": {"key": {"type": "string"}, "bindingVersion": "0.5.0"}},
    }
