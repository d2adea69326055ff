# What the findings share: a temporary folder, environments in it, and how each ends.
set -euo pipefail

work=$(mktemp -d "${TMPDIR:-/tmp}/finding.XXXXXX")
children=()

clean_up() {
    for child in "${children[@]}"; do kill "$child" 2>/dev/null || true; done
    wait 2>/dev/null || true
    rm -rf "$work"
}
trap clean_up EXIT

# need PROGRAM PACKAGE: end with 2 where a program is missing; PACKAGE is Debian's.
need() {
    if ! PATH="$PATH:/usr/sbin" command -v "$1" >/dev/null; then
        echo "needs $1 (Debian's package $2)" >&2
        exit 2
    fi
}

# python_with PACKAGE==VERSION ...: make the environment that $python runs in.
python_with() {
    python3 -m venv "$work/venv"
    "$work/venv/bin/pip" install --quiet --disable-pip-version-check "$@"
    python=$work/venv/bin/python
    echo "with: $* on $("$python" --version)"
}

# node_with PACKAGE@VERSION ...: make the folder $modules, whose programs find the packages.
node_with() {
    need node nodejs
    need npm npm
    modules=$work/modules
    mkdir "$modules"
    (cd "$modules" && npm init --yes >/dev/null && npm install --silent --no-audit --no-fund "$@")
    echo "with: $* on Node.js $(node --version)"
}

# database: make a PostgreSQL server of Debian's, which trusts everybody, and start it on $port.
database() {
    local initdb
    initdb=$(ls /usr/lib/postgresql/*/bin/initdb 2>/dev/null | tail -1)
    [ -n "$initdb" ] || need initdb postgresql
    programs=$(dirname "$initdb")
    chmod 755 "$work"
    mkdir "$work/db"
    if [ "$(id -u)" = 0 ]; then chown postgres "$work/db"; fi
    port=$(free_port)
    as_owner "$initdb" -D "$work/db/data" -A trust -U postgres >/dev/null
    trap 'stop_database 2>/dev/null || true; clean_up' EXIT
    start_database
    "$programs/postgres" --version
}

# as_owner PROGRAM ...: run a program that refuses to run as root.
as_owner() {
    if [ "$(id -u)" = 0 ]; then
        setpriv --reuid=postgres --regid=postgres --clear-groups "$@"
    else
        "$@"
    fi
}

start_database() {
    as_owner "$programs/pg_ctl" -D "$work/db/data" -w -l "$work/db/log" \
        -o "-p $port -k $work/db -c listen_addresses=127.0.0.1" start >/dev/null
}

stop_database() { as_owner "$programs/pg_ctl" -D "$work/db/data" -m fast -w stop >/dev/null; }

# pooler SETTING ...: start PgBouncer before the database, with these lines; $pooled is its port.
pooler() {
    need pgbouncer pgbouncer
    pooled=$(free_port)
    local file=$work/db/pooler-$pooled
    printf '%s\n' "[databases]" "* = user=postgres host=127.0.0.1 port=$port" "[pgbouncer]" \
        "listen_addr = 127.0.0.1" "listen_port = $pooled" "unix_socket_dir =" "auth_type = any" \
        "logfile = $file.log" "pidfile = $file.pid" "$@" >"$file.ini"
    as_owner pgbouncer --quiet --daemon "$file.ini"
    wait_for "$file.pid"
    children+=("$(cat "$file.pid")")
}

# ask_terminals: write the cases of $work/cases.json (see ask_cursor.py) to tmux, GNU screen and xterm
# of 80 columns and 24 rows; $work/tmux.json, screen.json and xterm.json tell where their cursors are.
ask_terminals() {
    need tmux tmux
    need screen screen
    need xterm xterm
    need Xvfb xvfb
    local ask="python3 $(dirname "$(realpath "$0")")/ask_cursor.py $work/cases.json $work"
    tmux -L finding-$$ -f /dev/null new-session -d -x 80 -y 24 "$ask/tmux.json"
    wait_for "$work/tmux.json"
    tmux -L finding-$$-screen -f /dev/null new-session -d -x 80 -y 24 "screen -c /dev/null $ask/screen.json"
    wait_for "$work/screen.json"
    Xvfb -displayfd 3 -screen 0 1024x768x24 3>"$work/display" 2>/dev/null &
    children+=($!)
    wait_for "$work/display"
    DISPLAY=:$(cat "$work/display") xterm -geometry 80x24 -xrm 'XTerm*allowWindowOps: true' \
        -e $ask/xterm.json 2>/dev/null &
    wait_for "$work/xterm.json"
    tmux -V
    screen -v || true
    xterm -v
}

# expect_cursors TITLE: print where ask_terminals found the cursors, and fail unless they are where
# stdin has them, in JSON: by case, where tmux's, screen's and xterm's are, [row, column] or null for
# anywhere.
expect_cursors() {
    python3 -c '
import json, sys

title, folder = sys.argv[1:]
names = ("tmux", "screen", "xterm")
found = {name: json.load(open(f"{folder}/{name}.json")) for name in names}
print(title)
for case in found["tmux"]:
    print(case.ljust(24), *(f"{name} {found[name][case]}" for name in names))
for case, places in json.load(sys.stdin).items():
    for name, place in zip(names, places, strict=True):
        assert place in (None, found[name][case]), (case, name, found[name][case])
' "$1" "$work"
}

# wait_for FILE: wait until something is in it.
wait_for() {
    for _ in $(seq 600); do [ -s "$1" ] && return; sleep 0.1; done
    echo "no answer: $1" >&2
    exit 2
}

# free_port: print a port of 127.0.0.1 that nobody uses.
free_port() {
    python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# as_stated TEXT: the last line of a finding that still holds.
as_stated() {
    echo "still so: $1"
}
