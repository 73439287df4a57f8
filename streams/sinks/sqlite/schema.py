"""The tables of the read model; other programs read them, so they are only added to."""

from __future__ import annotations

SCHEMA = 1  # in `meta`; another number is another layout
APPLICATION = int.from_bytes(b"upwl")  # SQLite's own mark of whose file it is

LOG = "log"  # in `meta`: which log the file is filled from
EMBEDDED = "embedded"  # the log beside it

TABLES = f"""
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
INSERT OR IGNORE INTO meta VALUES ('schema', '{SCHEMA}');

-- how far each topic is in these tables, moved in the transaction that fills them
CREATE TABLE IF NOT EXISTS positions (
    topic TEXT, partition INT, position INT, PRIMARY KEY (topic, partition)
) WITHOUT ROWID;

-- each object as it is now; `present` is 0 when it was withdrawn or has gone
CREATE TABLE IF NOT EXISTS objects (
    id TEXT PRIMARY KEY, site TEXT, url TEXT, page_url TEXT, query TEXT, text TEXT, event TEXT,
    version INT, first_at REAL, seen_at REAL, changed_at REAL, present INT,
    fields TEXT, raw TEXT, provenance TEXT, links TEXT, number INTEGER NOT NULL UNIQUE
);
CREATE INDEX IF NOT EXISTS objects_site ON objects (site, seen_at);
CREATE INDEX IF NOT EXISTS objects_seen ON objects (seen_at);

-- the fields of what is present, one a row: the text as shown, and its number if it is one
CREATE TABLE IF NOT EXISTS fields (
    id TEXT, name TEXT, value TEXT, number REAL, PRIMARY KEY (id, name)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS fields_name ON fields (name, number);

-- every version of every object
CREATE TABLE IF NOT EXISTS changes (
    id TEXT, version INT, event TEXT, site TEXT, at REAL, url TEXT, page_url TEXT, query TEXT,
    text TEXT, fields TEXT, whole TEXT, evidence TEXT, PRIMARY KEY (id, version)
);
CREATE INDEX IF NOT EXISTS changes_at ON changes (at);
CREATE INDEX IF NOT EXISTS changes_site ON changes (site, at);

-- where each site stands; `record` is all that is on the topic *sites*
CREATE TABLE IF NOT EXISTS sites (
    site TEXT PRIMARY KEY, url TEXT, phase TEXT, reason TEXT, issued INT, answered INT,
    outstanding INT, objects INT, model_version INT, at REAL, record TEXT
) WITHOUT ROWID;

-- words of the objects: join by id
CREATE VIRTUAL TABLE IF NOT EXISTS objects_fts USING fts5 (
    id UNINDEXED, text, content='objects', content_rowid='number'
);
"""
