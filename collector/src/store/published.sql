-- The day, in UTC, on which the plan was published; none where that was before databases kept it.
ALTER TABLE plans ADD COLUMN published TEXT CHECK (length(published) = 10);
