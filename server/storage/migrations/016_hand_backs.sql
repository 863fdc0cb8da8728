-- Up Migration

-- How often a job was handed back after its scan had begun: a page that has machines evicted is not first in line for ever.
-- Processes of the version before leave it at 0.
ALTER TABLE jobs ADD COLUMN handed_back int NOT NULL DEFAULT 0;

-- Down Migration

ALTER TABLE jobs DROP COLUMN handed_back;
