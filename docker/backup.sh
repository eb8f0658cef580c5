#!/bin/sh
# Backs the database of compose.yaml up, and restores it. No key that signs tokens is in a backup: a restore ends all sessions.
#   docker/backup.sh dump <folder> [<public key>]       while the service runs; the folder is empty, or not there yet
#   docker/backup.sh restore <folder> [<key file>]      into an empty database; the service is started afterwards
# With a public key (cli backup:keygen makes one) the dump is encrypted, and the keys of sealed fields are in the backup, encrypted
# too. Without one it is in clear and holds no keys: keep SEAL_KEYS and SEARCH_KEY of docker/.env apart.
set -eu
umask 077
# What is opened is removed at the end, however that comes.
trap 'exit 130' INT
trap 'exit 143' TERM HUP

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
compose() { docker compose -f "$here/compose.yaml" --env-file "$here/.env" "$@"; }
sql() { compose exec -T database psql --username=usaha --dbname=usaha --no-psqlrc --quiet --tuples-only --no-align --set=ON_ERROR_STOP=1 --command="$1"; }
fail() {
  echo "$*" >&2
  exit 1
}

[ $# -eq 2 ] || [ $# -eq 3 ] || fail "This is called: docker/backup.sh dump <folder> [<public key>] | restore <folder> [<key file>]"
folder=$2
key=${3:-}

names='SEAL_KEYS SEARCH_KEY'
value() { sed -n "s/^$1=//p" "$2"; }
# As the service has them: a variable of the shell stands before docker/.env.
keys() {
  for name in $names; do
    found=$(compose exec -T api printenv "$name") && [ -n "$found" ] || return 1
    echo "$name=$found"
  done
}
cli() { compose exec -T api node apps/api/bundle/cli.js "$@"; }

dump() {
  [ -f "$here/.env" ] || fail "There is no docker/.env, without which nothing sealed opens"
  mkdir -p -- "$folder"
  [ -z "$(ls -A -- "$folder")" ] || fail "The folder $folder is not empty; give one that is, or that is not there yet"
  # Under its name only once it is whole. A pipe does not tell whether its first command failed: a file does.
  trap 'rm -f -- "$folder"/*.unfinished' EXIT
  if [ -z "$key" ]; then
    compose exec -T database pg_dump --username=usaha --dbname=usaha --format=custom >"$folder/dump.unfinished" ||
      fail "The database could not be dumped; nothing is left in $folder"
    mv -- "$folder/dump.unfinished" "$folder/usaha.dump"
    echo "Backed up to $folder, in clear: keep it where no other user can read it, and SEAL_KEYS and SEARCH_KEY of docker/.env apart from it"
    return
  fi
  found=$(keys) || fail "The service does not say its SEAL_KEYS and SEARCH_KEY; is it running?"
  echo "$found" | cli backup:encrypt keys.env "$key" >"$folder/keys.unfinished" || fail "The backup could not be encrypted"
  { compose exec -T database pg_dump --username=usaha --dbname=usaha --format=custom && : >"$folder/dumped.unfinished"; } |
    cli backup:encrypt usaha.dump "$key" >"$folder/dump.unfinished" || fail "The backup could not be encrypted"
  [ -f "$folder/dumped.unfinished" ] || fail "The database could not be dumped; nothing is left in $folder"
  mv -- "$folder/keys.unfinished" "$folder/keys.env.encrypted"
  mv -- "$folder/dump.unfinished" "$folder/usaha.dump.encrypted"
  echo "Backed up to $folder, encrypted, with the keys of sealed fields"
}

# The key goes in by standard input: a container sees no file of its host.
opened() {
  { grep -v '^#' "$key" && cat "$folder/$1.encrypted"; } |
    compose run --rm --no-deps -T api node apps/api/bundle/cli.js backup:decrypt "$1" -
}

restore() {
  [ -f "$here/.env" ] || fail "There is no docker/.env: fill one in as for a new installation, with SEAL_KEYS and SEARCH_KEY of the backup"
  clear=$(mktemp -d)
  trap 'rm -rf -- "$clear"' EXIT
  dump=$clear/usaha.dump
  if [ -f "$folder/usaha.dump.encrypted" ]; then
    [ -f "$key" ] || fail "The backup is encrypted; give the key file that opens it"
    # Whole, before the database sees any of it.
    for name in keys.env usaha.dump; do opened "$name" >"$clear/$name" || fail "The backup cannot be opened: $name"; done
  elif [ -n "$key" ]; then
    fail "The backup in $folder is not encrypted, but a key file is given"
  elif [ -f "$folder/usaha.dump" ]; then
    dump=$folder/usaha.dump
    # A backup of an earlier release.
    [ ! -f "$folder/secrets.env" ] || cp -- "$folder/secrets.env" "$clear/keys.env"
  else
    fail "There is no complete backup in $folder"
  fi
  if [ -f "$clear/keys.env" ]; then
    for name in $names; do
      [ "$(value "$name" "$here/.env")" = "$(value "$name" "$clear/keys.env")" ] ||
        fail "$name in docker/.env is not the one of the backup, with which its fields are sealed: set it to that"
    done
  fi
  compose up --detach --wait database
  [ "$(sql "select count(*) from pg_namespace where nspname = 'kernel'")" = 0 ] ||
    fail "The database is not empty; restore into one that is (docker compose -f docker/compose.yaml down --volumes throws this one away)"
  compose stop api
  # Roles belong to the server, and are not in a dump.
  [ "$(sql "select count(*) from pg_roles where rolname = 'usaha_app'")" = 1 ] || sql 'create role usaha_app nologin'
  compose exec -T database pg_restore --username=usaha --dbname=usaha --exit-on-error --single-transaction <"$dump"
  # A right that every new database gives; the migrations took it away, and a dump does not say so.
  sql "do \$\$ begin execute format('revoke temporary on database %I from public, usaha_app', current_database()); end \$\$"
  sql 'update core.sessions set ended_at = now() where ended_at is null'
  compose up --detach --wait api
  echo "Restored from $folder; all sessions are over"
}

case $1 in
dump) dump ;;
restore) restore ;;
*) fail "This is called: docker/backup.sh dump <folder> [<public key>] | restore <folder> [<key file>]" ;;
esac
