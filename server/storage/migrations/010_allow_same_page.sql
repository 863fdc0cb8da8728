-- Up Migration

-- Both sites may show one page: it was asked for.
ALTER TABLE jobs ADD COLUMN allow_same_page boolean NOT NULL DEFAULT false;

-- Down Migration

ALTER TABLE jobs DROP COLUMN allow_same_page;
