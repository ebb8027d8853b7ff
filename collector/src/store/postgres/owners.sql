-- Whom the names of surveys belong to, also after a survey's last plan was deleted.
CREATE TABLE surveys (
    name   TEXT PRIMARY KEY,
    -- The hash of the token of its author; none where it belongs to whoever runs the collector.
    author TEXT
);

-- The name in the plan's document. Until then every plan had an author of its own: the name is that of the first.
ALTER TABLE plans ADD COLUMN survey TEXT;
UPDATE plans SET survey = document::JSON ->> 'survey';
INSERT INTO surveys (name, author)
    SELECT survey, author FROM plans WHERE number IN (SELECT min(number) FROM plans GROUP BY survey);
ALTER TABLE plans DROP COLUMN author;

-- Other roles may do with the new table what they may do with plans.
DO $$
DECLARE
    granted RECORD;
BEGIN
    FOR granted IN
        SELECT privilege_type, grantee FROM information_schema.table_privileges
        WHERE table_schema = 'candor' AND table_name = 'plans' AND grantee <> 'PUBLIC'
    LOOP
        EXECUTE format('GRANT %s ON surveys TO %I', granted.privilege_type, granted.grantee);
    END LOOP;
END $$;
