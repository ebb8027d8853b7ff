CREATE TABLE plans (
    -- Never that of a plan that was deleted.
    number      INTEGER PRIMARY KEY AUTOINCREMENT,
    fingerprint TEXT NOT NULL UNIQUE,
    document    TEXT NOT NULL,
    -- The hash of its author's token; none where it was published by whoever runs the collector.
    author      TEXT,
    is_closed   INTEGER NOT NULL DEFAULT 0,
    -- PKCS #8: what signs for blind invitations.
    signing_key BLOB,
    -- How many reports are stored, and the keyed checksum of them all, whatever their order.
    reports     INTEGER NOT NULL DEFAULT 0,
    key         BLOB NOT NULL DEFAULT (randomblob(32)) CHECK (length(key) = 32),
    checksum    BLOB NOT NULL DEFAULT (zeroblob(16)) CHECK (length(checksum) = 16),
    -- How many reports the totals are of, and how often that has changed.
    released    INTEGER NOT NULL DEFAULT 0,
    step        INTEGER NOT NULL DEFAULT 0
) STRICT;

-- No row number: rows stand in the order of their random ids, never of their arrival.
CREATE TABLE reports (
    plan       INTEGER NOT NULL REFERENCES plans (number),
    id         BLOB NOT NULL CHECK (length(id) = 16),
    perturbed  BLOB NOT NULL,
    day        TEXT NOT NULL CHECK (length(day) = 10),
    -- SHA-256 of the secret that withdraws it.
    withdrawal BLOB CHECK (length(withdrawal) = 32),
    PRIMARY KEY (plan, id)
) STRICT, WITHOUT ROWID;

-- The reports that no total has been told of yet.
CREATE TABLE pending (
    plan INTEGER NOT NULL,
    id   BLOB NOT NULL,
    PRIMARY KEY (plan, id)
) STRICT, WITHOUT ROWID;

-- What tables that are counted with the reports add up to: of the reports that no total has been told of yet, and of all others.
CREATE TABLE counts (
    plan        INTEGER NOT NULL REFERENCES plans (number),
    is_released INTEGER NOT NULL,
    numbers     BLOB NOT NULL,
    -- SHA-256 under the plan's key.
    hash        BLOB NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (plan, is_released)
) STRICT, WITHOUT ROWID;

-- SHA-256 of every invitation, in the order of these.
CREATE TABLE invitations (
    plan INTEGER NOT NULL REFERENCES plans (number),
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    -- None until it is used; then the hash of the blinded message that was signed for it, or of a plain one nothing.
    used BLOB,
    PRIMARY KEY (plan, hash)
) STRICT, WITHOUT ROWID;

-- SHA-256 of every signed number that a report came with.
CREATE TABLE spent (
    plan INTEGER NOT NULL REFERENCES plans (number),
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (plan, hash)
) STRICT, WITHOUT ROWID;
