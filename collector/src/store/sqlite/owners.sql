-- Whom the names of surveys belong to, also after a survey's last plan was deleted.
CREATE TABLE surveys (
    name   TEXT PRIMARY KEY,
    -- The hash of the token of its author; none where it belongs to whoever runs the collector.
    author TEXT
) STRICT, WITHOUT ROWID;

-- The name in the plan's document. Until then every plan had an author of its own: the name is that of the first.
ALTER TABLE plans ADD COLUMN survey TEXT;
UPDATE plans SET survey = document ->> 'survey';
INSERT INTO surveys (name, author)
    SELECT survey, author FROM plans WHERE number IN (SELECT min(number) FROM plans GROUP BY survey);
ALTER TABLE plans DROP COLUMN author;
