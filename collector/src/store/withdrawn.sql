-- The reports that were withdrawn and that totals include until the next step: they have no day.
CREATE INDEX withdrawn ON reports (plan, day) WHERE day = '0000-00-00';
