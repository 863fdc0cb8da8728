-- Up Migration

-- The queue's name for the job now. It changes when a worker hands the job back.
ALTER TABLE jobs ADD COLUMN queue_id uuid UNIQUE;

-- Down Migration

ALTER TABLE jobs DROP COLUMN queue_id;
