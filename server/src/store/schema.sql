CREATE TABLE plans (
    number      INTEGER PRIMARY KEY,
    fingerprint TEXT NOT NULL UNIQUE,
    document    TEXT NOT NULL,
    reports     INTEGER NOT NULL DEFAULT 0
) STRICT;

-- No row number: rows stand in the order of their random ids, never of their arrival.
CREATE TABLE reports (
    plan      INTEGER NOT NULL REFERENCES plans (number),
    id        BLOB NOT NULL CHECK (length(id) = 16),
    perturbed BLOB NOT NULL,
    day       TEXT NOT NULL CHECK (length(day) = 10),
    PRIMARY KEY (plan, id)
) STRICT, WITHOUT ROWID;
