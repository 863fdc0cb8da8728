-- Up Migration

-- Which page a job verified, and under which name that was asked for: runs with both alike are one history. Jobs from
-- before this have no page, and are in none.
ALTER TABLE jobs
  ADD COLUMN page text,
  ADD COLUMN asked_name text NOT NULL DEFAULT '',
  -- Issues that the submission accepts.
  ADD COLUMN accept jsonb NOT NULL DEFAULT '[]',
  -- Of its scorecard, what a list of runs shows.
  ADD COLUMN summary jsonb;
CREATE INDEX jobs_page ON jobs (account_id, page, asked_name, finished_at DESC) WHERE status = 'completed';

-- Issues of a page that somebody of the account accepted. A key may be longer than an index takes.
CREATE TABLE acceptances (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  page text NOT NULL,
  key text NOT NULL,
  -- As grave and as large as it was: a graver or larger issue of this key is charged.
  severity text NOT NULL CHECK (severity IN ('critical', 'serious', 'moderate', 'minor')),
  penalty double precision NOT NULL,
  -- What it said then.
  message text NOT NULL,
  reason text NOT NULL,
  accepted_by text NOT NULL,
  accepted_at timestamptz NOT NULL DEFAULT now(),
  -- The last day on which it holds, in UTC.
  expires_on date
);
CREATE UNIQUE INDEX acceptances_key ON acceptances (account_id, page, md5(key));

-- Down Migration

DROP TABLE acceptances;
DROP INDEX jobs_page;
ALTER TABLE jobs DROP COLUMN summary, DROP COLUMN accept, DROP COLUMN asked_name, DROP COLUMN page;
