-- Up Migration

-- A sign-in service vouches that somebody once had an address, not always that it is theirs: an account can be made
-- privately with the address of a firm. Such an account is shown with the address, but does not hold it.
ALTER TABLE accounts ADD COLUMN proven boolean NOT NULL DEFAULT true;
ALTER TABLE accounts DROP CONSTRAINT accounts_email_key;
CREATE UNIQUE INDEX accounts_email ON accounts (email) WHERE proven;
CREATE INDEX accounts_any_email ON accounts (email);

-- Down Migration

DROP INDEX accounts_any_email, accounts_email;
ALTER TABLE accounts ADD CONSTRAINT accounts_email_key UNIQUE (email);
ALTER TABLE accounts DROP COLUMN proven;
