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

# free_port: print a port of 127.0.0.1 that nobody uses.
free_port() {
    python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# as_stated TEXT: the last line of a finding that still holds.
as_stated() {
    echo "still so: $1"
}
