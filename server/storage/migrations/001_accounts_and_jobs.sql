-- Up Migration

CREATE TABLE accounts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  email text UNIQUE NOT NULL,
  tier text NOT NULL DEFAULT 'paid' CHECK (tier IN ('free', 'paid')),
  created_at timestamptz NOT NULL DEFAULT now()
);

-- A key is shown once; only its SHA-256 and the first characters, for display, are kept.
CREATE TABLE api_keys (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name text,
  prefix text NOT NULL,
  hash bytea UNIQUE NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz
);
CREATE INDEX api_keys_account ON api_keys (account_id);

CREATE TABLE jobs (
  id text PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts,
  status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'running', 'completed', 'failed')),
  original_url text NOT NULL,
  new_url text NOT NULL,
  page_name text,
  policy text NOT NULL DEFAULT 'regressions' CHECK (policy IN ('regressions', 'absolute')),
  ignore jsonb NOT NULL DEFAULT '[]',
  phase text,
  -- Share done, 0 to 1.
  progress real NOT NULL DEFAULT 0,
  attempt int NOT NULL DEFAULT 0,
  -- Stays true after the secrets are gone: who may see the screenshots depends on it.
  has_secrets boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  heartbeat_at timestamptz,
  finished_at timestamptz,
  scorecard jsonb,
  error jsonb,
  CHECK ((status = 'completed') = (scorecard IS NOT NULL)),
  CHECK ((status = 'failed') = (error IS NOT NULL)),
  CHECK ((status IN ('completed', 'failed')) = (finished_at IS NOT NULL))
);
CREATE INDEX jobs_account ON jobs (account_id, created_at DESC);
CREATE INDEX jobs_in_flight ON jobs (account_id) WHERE status IN ('queued', 'running');
CREATE INDEX jobs_heartbeat ON jobs (heartbeat_at) WHERE status = 'running';
CREATE INDEX jobs_finished ON jobs (finished_at) WHERE finished_at IS NOT NULL;

-- AES-256-GCM, one row per secret field; deleted in the transaction that ends the job.
CREATE TABLE job_secrets (
  job_id text NOT NULL REFERENCES jobs ON DELETE CASCADE,
  field text NOT NULL,
  key_id text NOT NULL,
  nonce bytea NOT NULL,
  ciphertext bytea NOT NULL,
  tag bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (job_id, field)
);

-- Down Migration

DROP TABLE job_secrets, jobs, api_keys, accounts;
