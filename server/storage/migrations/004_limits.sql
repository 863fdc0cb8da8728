-- Up Migration

-- For 24 hours a submission that is sent again under its key is answered with the same job. Of what was sent only a
-- keyed digest is kept, since secrets may be in it. The job may be deleted before its key is forgotten.
CREATE TABLE idempotency_keys (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  key text NOT NULL,
  digest bytea NOT NULL,
  job_id text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, key)
);
CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at);

-- What has been used of each quota, as the moment when all of it is there again. Lost in a crash, which forgives. A row
-- is written over all the time, so that there is room left beside it, and no index on what changes.
CREATE UNLOGGED TABLE quotas (
  key text PRIMARY KEY,
  full_at timestamptz NOT NULL
) WITH (fillfactor = 50);

ALTER TABLE jobs ADD COLUMN all_pass boolean GENERATED ALWAYS AS ((scorecard ->> 'allPass')::boolean) STORED;
DROP INDEX jobs_account;
CREATE INDEX jobs_account ON jobs (account_id, created_at DESC, id DESC);
CREATE INDEX jobs_page_name ON jobs (account_id, page_name, created_at DESC, id DESC);

-- Down Migration

DROP INDEX jobs_page_name;
DROP INDEX jobs_account;
CREATE INDEX jobs_account ON jobs (account_id, created_at DESC);
ALTER TABLE jobs DROP COLUMN all_pass;
DROP TABLE quotas, idempotency_keys;
