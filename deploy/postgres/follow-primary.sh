#!/bin/bash
# The replica: copies the primary when it is new, then follows it.
set -euo pipefail
export PGPASSWORD=$REPLICATION_PASSWORD
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  mkdir -p "$PGDATA"
  # A copy that was cut off is begun again.
  rm -rf "${PGDATA:?}"/*
  # The slot keeps the log for a replica that is away, up to what the primary allows.
  pg_basebackup -h postgres -U replication -D "$PGDATA" -X stream -R -C -S replica || {
    rm -rf "${PGDATA:?}"/*
    pg_basebackup -h postgres -U replication -D "$PGDATA" -X stream -R -S replica
  }
  chmod 700 "$PGDATA"
fi
exec postgres -c hot_standby=on -c max_standby_streaming_delay=5s
