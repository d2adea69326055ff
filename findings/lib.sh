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

# as_stated TEXT: the last line of a finding that still holds.
as_stated() {
    echo "still so: $1"
}
