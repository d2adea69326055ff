#!/bin/sh
# The roles and the database of a cluster. The image of postgres runs this once, at its first start;
# on a machine of your own: sudo -u postgres sh roles.sh, with the two passwords in the environment.
set -eu

psql --set=ON_ERROR_STOP=1 --username="${POSTGRES_USER:-postgres}" --dbname=postgres \
    --quiet --no-psqlrc <<'SQL'
\set undertide `printf %s "$UNDERTIDE_PASSWORD"`
\set replicator `printf %s "$REPLICATOR_PASSWORD"`
CREATE ROLE undertide LOGIN PASSWORD :'undertide';
CREATE ROLE replicator LOGIN REPLICATION PASSWORD :'replicator';
CREATE DATABASE undertide OWNER undertide ENCODING 'UTF8' TEMPLATE template0;
REVOKE ALL ON DATABASE undertide FROM PUBLIC;
SQL

# In the image, the standby comes from the network of the nodes.
if [ -n "${POSTGRES_PASSWORD:-}" ]; then
    echo "host replication replicator samenet scram-sha-256" >>"$PGDATA/pg_hba.conf"
fi
