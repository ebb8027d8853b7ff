-- The day, in UTC, of the last step, and of how many reports the totals were when that day began; none where that was before databases kept it.
ALTER TABLE plans ADD COLUMN stepped TEXT CHECK (length(stepped) = 10);
ALTER TABLE plans ADD COLUMN released_before BIGINT NOT NULL DEFAULT 0;
