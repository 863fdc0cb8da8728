-- Up Migration

-- Jobs that were deleted: what was captured for them may lie on another machine than the one that deleted them.
CREATE TABLE deleted_jobs (
  id text PRIMARY KEY,
  deleted_at timestamptz NOT NULL DEFAULT now()
);
CREATE FUNCTION remember_deleted_job() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO deleted_jobs (id) VALUES (OLD.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER jobs_deleted AFTER DELETE ON jobs
  FOR EACH ROW WHEN (OLD.attempt > 0) EXECUTE FUNCTION remember_deleted_job();

-- Down Migration

DROP TRIGGER jobs_deleted ON jobs;
DROP FUNCTION remember_deleted_job;
DROP TABLE deleted_jobs;
