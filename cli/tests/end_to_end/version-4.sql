-- A database as version 4 of the schema left it: six reports, of four of which totals are told.
PRAGMA foreign_keys = OFF;
PRAGMA application_id = 1131308146;
PRAGMA user_version = 4;
BEGIN TRANSACTION;
CREATE TABLE counts (
    plan        INTEGER NOT NULL REFERENCES plans (number),
    is_released INTEGER NOT NULL,
    numbers     BLOB NOT NULL,
    -- SHA-256 under the plan's key.
    hash        BLOB NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (plan, is_released)
) STRICT, WITHOUT ROWID;
INSERT INTO "counts" VALUES(1,0,X'0202000201010002010100000000',X'926E258FE7C9352CA11F7298C9E7DA74190AA5DD514FCE7864E8DCB5D1A6F8A9');
INSERT INTO "counts" VALUES(1,1,X'0401030401020104000100010101',X'370B941ABB2D0645E592E98393738BA6666E6163300101B74BC7F6BD34884378');
CREATE TABLE invitations (
    plan INTEGER NOT NULL REFERENCES plans (number),
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    -- None until it is used; then the hash of the blinded message that was signed for it, or of a plain one nothing.
    used BLOB,
    PRIMARY KEY (plan, hash)
) STRICT, WITHOUT ROWID;
CREATE TABLE pending (
    plan INTEGER NOT NULL,
    id   BLOB NOT NULL,
    PRIMARY KEY (plan, id)
) STRICT, WITHOUT ROWID;
INSERT INTO "pending" VALUES(1,X'5190CE9324E514B64AFDC75714712565');
INSERT INTO "pending" VALUES(1,X'AAE13145CF77820F2EB509A0DEA22271');
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
INSERT INTO "plans" VALUES(1,'sha256:f899d4a9dae5896309c72b484dc70dd84cc2e6cb9d2d505602912e59ffbf87c8','{"attributes":[{"categories":["no","yes"],"name":"smoker"},{"bins":[null,18,60,null],"categories":["<18","[18,60)","≥60"],"name":"age"}],"candor":1,"fingerprint":"sha256:f899d4a9dae5896309c72b484dc70dd84cc2e6cb9d2d505602912e59ffbf87c8","forms":[{"blocks":[{"classes":[[0],[1]],"patterns":[{"changes":[],"weight":"9216683600841156101"},{"changes":[[0,1]],"weight":"692126668795573145"}],"uniform":"8537933804072822370","units":[0,1]}],"weight":"18446744073709551616"}],"method":"optimal","privacy":{"attributes":[{"attribute":1.61548022448,"column":1,"name":"smoker","requested":1},{"attribute":2.0118301438,"column":1.5,"name":"age","requested":1.5}],"record":2.0118301438,"record_lower_bound":2.01183014378},"survey":"health","title":"Health habits"}',NULL,0,NULL,6,X'B45A4085EE9A3C69595D875820DEE305C198D6E3DA62175EA507C83D3AC39AB3',X'FD937186B0521C5F6002AA9064F9A45C',4,1);
CREATE TABLE reports (
    plan       INTEGER NOT NULL REFERENCES plans (number),
    id         BLOB NOT NULL CHECK (length(id) = 16),
    perturbed  BLOB NOT NULL,
    day        TEXT NOT NULL CHECK (length(day) = 10),
    -- SHA-256 of the secret that withdraws it.
    withdrawal BLOB CHECK (length(withdrawal) = 32),
    PRIMARY KEY (plan, id)
) STRICT, WITHOUT ROWID;
INSERT INTO "reports" VALUES(1,X'19454A27B752F905909507D6160DDC88',X'0001','2026-11-24',NULL);
INSERT INTO "reports" VALUES(1,X'21FB9AB3E89E9C7D07E32AA9C034FCD2',X'0101','2026-11-24',NULL);
INSERT INTO "reports" VALUES(1,X'5190CE9324E514B64AFDC75714712565',X'0001','2026-11-24',NULL);
INSERT INTO "reports" VALUES(1,X'83C16016E1E0E2A6A665081DA4CD5089',X'0102','2026-11-24',NULL);
INSERT INTO "reports" VALUES(1,X'AAE13145CF77820F2EB509A0DEA22271',X'0000','2026-11-24',NULL);
INSERT INTO "reports" VALUES(1,X'DBB48537ACB29385F4FA9F02FB8C036D',X'0100','2026-11-24',NULL);
CREATE TABLE spent (
    plan INTEGER NOT NULL REFERENCES plans (number),
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (plan, hash)
) STRICT, WITHOUT ROWID;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('plans',1);
COMMIT;
