-- Up Migration

-- What was captured for a job takes so much room. The sum of an account is kept with it, since it is asked for at each
-- submission and an account may have very many jobs.
ALTER TABLE jobs ADD COLUMN artifact_bytes bigint NOT NULL DEFAULT 0;
ALTER TABLE accounts ADD COLUMN artifact_bytes bigint NOT NULL DEFAULT 0;

CREATE FUNCTION count_artifact_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    UPDATE accounts SET artifact_bytes = artifact_bytes - OLD.artifact_bytes
    WHERE id = OLD.account_id AND OLD.artifact_bytes <> 0;
  ELSE
    UPDATE accounts SET artifact_bytes = artifact_bytes + NEW.artifact_bytes - OLD.artifact_bytes
    WHERE id = NEW.account_id AND NEW.artifact_bytes <> OLD.artifact_bytes;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER jobs_artifact_bytes AFTER UPDATE OF artifact_bytes OR DELETE ON jobs
  FOR EACH ROW EXECUTE FUNCTION count_artifact_bytes();

-- Down Migration

DROP TRIGGER jobs_artifact_bytes ON jobs;
DROP FUNCTION count_artifact_bytes;
ALTER TABLE accounts DROP COLUMN artifact_bytes;
ALTER TABLE jobs DROP COLUMN artifact_bytes;
