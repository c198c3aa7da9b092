#!/bin/bash
# Runs a script of the release with the settings of one copy, as root or as the user of the copies:
#   /opt/shipminer/deploy/run.sh <port of the copy> scripts/admin.ts doctor
# Settings are read as systemd reads them and exported, never in the command: everybody on this machine can read what a command was called with.
set -euo pipefail

release=${SHIPMINER_RELEASE:-$(dirname "$(dirname "$(realpath "$0")")")}
settings=${SHIPMINER_ENV:-/etc/shipminer/server.env}
data=${SHIPMINER_DATA:-/var/lib/shipminer}
user=${SHIPMINER_USER:-shipminer}

say() { echo "run: $*" >&2; exit 2; }
[[ ${1:-} =~ ^[0-9]+$ && -n ${2:-} ]] || say 'usage: deploy/run.sh <port of a copy> <script of the release> [arguments]'
port=$1; shift
[ -f "$release/$1" ] || say "there is no $1 in $release"
[ -r "$settings" ] || say "$settings is not there, or $(id -un) may not read it: run this as root or as $user"
# Values may hold any character, also those that a shell would take for something else.
while IFS= read -r line || [ -n "$line" ]; do
  [[ $line =~ ^[A-Z][A-Z0-9_]*= ]] || continue
  value=${line#*=}
  value=${value%"${value##*[![:space:]]}"}
  case $value in \"*\" | \'*\') value=${value:1:${#value}-2} ;; esac
  export "${line%%=*}=$value"
done < "$settings"
export PORT=$port DATA_DIR=$data/$port
# For the copy that is made before an upgrade, which stays on this machine.
if [ "${SHIPMINER_PLAIN_BACKUP:-}" = yes ]; then export BACKUP_RECIPIENTS=''; fi
cd "$release"
if [ "$(id -un)" = "$user" ]; then exec "${NODE:-/usr/bin/node}" "$@"; fi
[ "$(id -u)" = 0 ] || say "run this as root or as $user"
exec runuser -u "$user" -- "${NODE:-/usr/bin/node}" "$@"
