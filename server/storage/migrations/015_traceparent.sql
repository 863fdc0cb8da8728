-- Up Migration

-- The trace that a submission belongs to, as W3C Trace Context writes it. Processes of the version before leave it empty
-- and do not read it: the trace of such a job begins where it is claimed.
ALTER TABLE jobs ADD COLUMN traceparent text;

-- Down Migration

ALTER TABLE jobs DROP COLUMN traceparent;
