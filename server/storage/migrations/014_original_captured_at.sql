-- Up Migration

-- When the original was captured, where other jobs of the account may take that over: the files are the job's own, in the
-- store of artifacts, so that they count, are read and are deleted as these are.
ALTER TABLE jobs ADD COLUMN original_captured_at timestamptz;
ALTER TABLE jobs ADD COLUMN fresh boolean NOT NULL DEFAULT false;
CREATE INDEX jobs_original ON jobs (account_id, original_captured_at) WHERE original_captured_at IS NOT NULL;

-- Down Migration

DROP INDEX jobs_original;
ALTER TABLE jobs DROP COLUMN fresh;
ALTER TABLE jobs DROP COLUMN original_captured_at;
