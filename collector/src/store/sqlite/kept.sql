-- The last day, in UTC, on which the plan's reports are kept, if one was set; and whether they were deleted after it.
ALTER TABLE plans ADD COLUMN kept TEXT CHECK (length(kept) = 10);
ALTER TABLE plans ADD COLUMN is_expired INTEGER NOT NULL DEFAULT 0;
