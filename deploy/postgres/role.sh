#!/bin/sh
# Run once by the image of Postgres, on an empty volume: a role that is no superuser, and its database.
set -eu
psql --username "${POSTGRES_USER:-postgres}" --dbname postgres --set=ON_ERROR_STOP=1 \
  --set=password="$CUTOVER_DB_PASSWORD" <<'SQL'
CREATE ROLE cutover LOGIN PASSWORD :'password';
CREATE DATABASE cutover OWNER cutover TEMPLATE template0 ENCODING 'UTF8';
SQL
