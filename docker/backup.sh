#!/bin/sh
# Backs the database of compose.yaml up, and restores it, with the secrets that open what is sealed in it.
#   docker/backup.sh dump <folder>       while the service runs; the folder is empty, or not there yet
#   docker/backup.sh restore <folder>    into an empty database; the service is started afterwards
set -eu
umask 077

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
compose() { docker compose -f "$here/compose.yaml" --env-file "$here/.env" "$@"; }
sql() { compose exec -T database psql --username=usaha --dbname=usaha --no-psqlrc --quiet --tuples-only --no-align --set=ON_ERROR_STOP=1 --command="$1"; }
fail() {
  echo "$*" >&2
  exit 1
}

[ $# -eq 2 ] || fail "This is called: docker/backup.sh dump|restore <folder>"
folder=$2

dump() {
  [ -f "$here/.env" ] || fail "There is no docker/.env: its secrets belong to the backup"
  mkdir -p -- "$folder"
  [ -z "$(ls -A -- "$folder")" ] || fail "The folder $folder is not empty; give one that is, or that is not there yet"
  # Under its name only once it is whole.
  compose exec -T database pg_dump --username=usaha --dbname=usaha --format=custom >"$folder/usaha.dump.unfinished" || {
    rm -f -- "$folder/usaha.dump.unfinished"
    fail "The database could not be dumped; nothing is left in $folder"
  }
  cp -- "$here/.env" "$folder/secrets.env"
  mv -- "$folder/usaha.dump.unfinished" "$folder/usaha.dump"
  echo "Backed up to $folder: usaha.dump, and secrets.env with the secrets; keep both where nobody else can read them"
}

# The keys of the dump are those that its sealed fields open with.
key() { sed -n "s/^$1=//p" "$2"; }

restore() {
  [ -f "$folder/usaha.dump" ] && [ -f "$folder/secrets.env" ] || fail "There is no whole backup in $folder"
  if [ -f "$here/.env" ]; then
    for name in SEAL_KEYS SEARCH_KEY; do
      [ "$(key $name "$here/.env")" = "$(key $name "$folder/secrets.env")" ] ||
        fail "$name in docker/.env is not the one of the backup, with which its fields are sealed: set it to that of $folder/secrets.env"
    done
  else
    cp -- "$folder/secrets.env" "$here/.env"
    echo "docker/.env is that of the backup"
  fi
  compose up --detach --wait database
  [ "$(sql "select count(*) from pg_namespace where nspname = 'kernel'")" = 0 ] ||
    fail "The database is not empty; restore into one that is (docker compose -f docker/compose.yaml down --volumes throws this one away)"
  compose stop api
  # Roles belong to the server, and are not in a dump.
  [ "$(sql "select count(*) from pg_roles where rolname = 'usaha_app'")" = 1 ] || sql 'create role usaha_app nologin'
  compose exec -T database pg_restore --username=usaha --dbname=usaha --exit-on-error --single-transaction <"$folder/usaha.dump"
  compose up --detach --wait api
  echo "Restored from $folder"
}

case $1 in
dump) dump ;;
restore) restore ;;
*) fail "This is called: docker/backup.sh dump|restore <folder>" ;;
esac
