#!/bin/bash
# Upgrade by one command, as root on the host of the copies:
#   deploy/upgrade.sh <folder of the new release, built> <port of a copy>…
# /opt/shipminer is a link to the folder of the release that runs. In this order: backup, the tables, the link, one copy after the
# other, each healthy before the next. When something fails it stops and says how to go back. What runs goes on until its turn.
set -euo pipefail

link=${SHIPMINER_LINK:-/opt/shipminer}
settings=${SHIPMINER_ENV:-/etc/shipminer/server.env}
data=${SHIPMINER_DATA:-/var/lib/shipminer}
backups=${SHIPMINER_BACKUPS:-/var/backups/shipminer}
# A copy that does not answer within this many seconds has failed.
wait=${SHIPMINER_WAIT_SECONDS:-120}
# Restarts the copy on the port that follows it.
restart=${SHIPMINER_RESTART:-restart_unit}
restart_unit() { systemctl restart "shipminer@$1"; }

say() { echo "upgrade: $*" >&2; }
[ $# -ge 2 ] || { say 'usage: deploy/upgrade.sh <folder of the new release, built> <port of a copy>…'; exit 2; }
new=$(realpath "$1"); shift
ports=("$@")
for port in "${ports[@]}"; do [ -d "$data/$port" ] || { say "there is no copy on port $port: no folder $data/$port"; exit 2; }; done
[ -r "$settings" ] || { say "$settings is not there, or $(id -un) may not read it"; exit 2; }
[ -x "$(command -v curl)" ] || { say 'curl is not installed, which asks the copies how they are'; exit 2; }
[ -L "$link" ] || { say "$link is not a link to a release"; exit 2; }
old=$(realpath "$link")
[ "$old" != "$new" ] || { say "$new runs already"; exit 2; }
[ -d "$new/apps/web/dist/assets" ] && [ -f "$new/apps/server/dist/main.mjs" ] && [ -d "$new/node_modules" ] || { say "$new is not built: npm ci, then node scripts/build.ts in it"; exit 2; }

# Runs a script of a release with the settings of the first copy.
# The backup made here stays on this machine, beside the database, for going back at once: it is not encrypted and leaves the key out.
here=$(dirname "$(realpath "$0")")
run() {
  local release=$1; shift
  SHIPMINER_RELEASE=$release SHIPMINER_PLAIN_BACKUP=yes "$here/run.sh" "${ports[0]}" "$@"
}
healthy() {
  local port=$1 tries
  for tries in $(seq "$wait"); do
    curl -sf -o /dev/null --max-time 5 "http://127.0.0.1:$port/health" && return
    sleep 1
  done
  return 1
}
moved=no
way_back() {
  [ $? -ne 0 ] || return 0
  say 'FAILED; this is the way back:'
  if [ $moved = yes ]; then say "  ln -sfn $old $link"; fi
  say '  restart each copy; one that says that its tables are of a newer version needs the backup of before the upgrade:'
  say "  stop every copy, then npm run restore in $old with $backup (\"Backup and restore\" in docs/runbook.md)"
}

say "backup by $old"
backup="$backups/before-upgrade-$(date -u +%Y%m%dT%H%M%SZ).backup.gz"
run "$old" scripts/backup.ts --to "$backup" --without-key || { say 'no backup could be made: nothing was changed'; exit 1; }
trap way_back EXIT

if grep -q '^DATABASE_URL=.' "$settings"; then
  say 'tables'
  run "$new" scripts/db-migrate.ts
fi
ln -sfn "$new" "$link.next"
mv -T "$link.next" "$link"
moved=yes
for port in "${ports[@]}"; do
  say "copy $port"
  $restart "$port"
  healthy "$port" || { say "copy $port is not healthy after $wait seconds"; exit 1; }
done
say "done: $(basename "$new") runs on ${ports[*]}; the backup is $backup, the old release $old"
