-- Up Migration

-- Whoever signs in is known by issuer and subject, since addresses change hands. An account without them was made by
-- the operator; the first sign-in that proves its address takes it.
ALTER TABLE accounts
  ADD COLUMN issuer text,
  ADD COLUMN subject text,
  ADD CONSTRAINT accounts_identity UNIQUE (issuer, subject),
  ADD CONSTRAINT accounts_identity_whole CHECK ((issuer IS NULL) = (subject IS NULL));

-- A sign-in under way: between leaving for the provider and coming back, once. Of secrets that the browser holds only
-- digests are kept, here and in sessions.
CREATE TABLE sign_ins (
  state_hash bytea PRIMARY KEY,
  browser_hash bytea NOT NULL,
  nonce text NOT NULL,
  code_verifier text NOT NULL,
  return_to text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sign_ins_created ON sign_ins (created_at);

CREATE TABLE sessions (
  hash bytea PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sessions_account ON sessions (account_id);

-- Repositories whose workflows get keys by themselves. The id is GitHub's own, pinned at the first use: a name can be
-- given up and taken by somebody else, an id cannot.
CREATE TABLE repositories (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name text NOT NULL,
  github_id text,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX repositories_name ON repositories (account_id, lower(name));

-- Keys of a repository go with it. The id of the token that a key was given for makes that token good for one key.
ALTER TABLE api_keys
  ADD COLUMN repository_id uuid REFERENCES repositories ON DELETE CASCADE,
  ADD COLUMN token_id text UNIQUE;
CREATE INDEX api_keys_repository ON api_keys (repository_id) WHERE repository_id IS NOT NULL;

ALTER TABLE jobs ADD COLUMN key_id uuid REFERENCES api_keys ON DELETE SET NULL;
CREATE INDEX jobs_key ON jobs (key_id);

-- Down Migration

ALTER TABLE jobs DROP COLUMN key_id;
ALTER TABLE api_keys DROP COLUMN token_id, DROP COLUMN repository_id;
DROP TABLE repositories, sessions, sign_ins;
ALTER TABLE accounts
  DROP CONSTRAINT accounts_identity_whole,
  DROP CONSTRAINT accounts_identity,
  DROP COLUMN subject,
  DROP COLUMN issuer;
