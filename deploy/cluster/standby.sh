#!/bin/sh
# A standby of the service `database`: it copies that once, and follows it from then on.
# To make it the database that writes: docker compose exec standby pg_ctl promote
set -eu

if [ ! -s "$PGDATA/PG_VERSION" ]; then
    pg_basebackup --pgdata="$PGDATA" --checkpoint=fast --wal-method=stream --write-recovery-conf \
        --dbname="host=database user=replicator application_name=standby"
    chmod 0700 "$PGDATA"
fi
# Once promoted, it waits for no standby until you name one of its own.
exec postgres -cfsync=on -csynchronous_commit=on -csynchronous_standby_names= -cmax_connections=200 \
    -clisten_addresses='*'
