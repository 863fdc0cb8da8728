-- Up Migration

-- Which turn of its account a job is, so that accounts are served in turn. The sequence holds the highest that has been
-- begun; it is no counter, and a value that a rolled-back transaction leaves in it does no harm.
ALTER TABLE jobs ADD COLUMN turn int NOT NULL DEFAULT 0;
CREATE SEQUENCE job_turns MINVALUE 0 START 0;

-- Down Migration

DROP SEQUENCE job_turns;
ALTER TABLE jobs DROP COLUMN turn;
