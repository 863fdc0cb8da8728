-- Up Migration

-- The key that secrets are encrypted with now, by its name: every server of this database has to have it.
CREATE TABLE secret_key (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  key_id text NOT NULL
);

-- Down Migration

DROP TABLE secret_key;
