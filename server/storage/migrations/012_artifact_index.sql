-- Up Migration

-- What the attempt that made the result left in the store of artifacts: names and bytes, written with the result. What
-- is not in it is not shown, whoever put it there. Jobs of earlier versions have none: there the store alone knows.
ALTER TABLE jobs ADD COLUMN artifacts jsonb;

-- Down Migration

ALTER TABLE jobs DROP COLUMN artifacts;
