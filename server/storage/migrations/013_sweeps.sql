-- Up Migration

-- When each kind of sweep was last begun, by whichever process: one of many does it.
CREATE TABLE sweeps (
  name text PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now()
);

-- Each submission asks for the last turn of its account, which may have very many jobs waiting.
CREATE INDEX jobs_turn ON jobs (account_id, turn) WHERE status IN ('queued', 'running');
DROP INDEX jobs_in_flight;

-- Down Migration

CREATE INDEX jobs_in_flight ON jobs (account_id) WHERE status IN ('queued', 'running');
DROP INDEX jobs_turn;
DROP TABLE sweeps;
