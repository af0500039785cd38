# shellcheck shell=bash
# Sourced by the commands beside it: finds the toolchain and installs Debian packages by name.
# Must not: print to stdout, which belongs to the command that sources it.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root" || exit

say() { printf '%s\n' "$*" >&2; }

fail() {
    say "error: $*"
    exit 1
}

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    else
        command -v sudo >/dev/null || fail "not root and no sudo; run as root: $*"
        sudo "$@"
    fi
}

# Installs the named Debian packages; call it only with what a check found missing.
install_packages() {
    [ $# -gt 0 ] || return 0
    command -v apt-get >/dev/null || fail "please install: $*"
    say "installing $*"
    local log=target/apt.log apt=(env DEBIAN_FRONTEND=noninteractive apt-get -q)
    mkdir -p target
    # Package scripts read stdin and write stdout; neither is theirs here.
    if ! as_root "${apt[@]}" update </dev/null >"$log" 2>&1 ||
        ! as_root "${apt[@]}" install -y --no-install-recommends "$@" </dev/null >>"$log" 2>&1
    then
        fail "apt-get failed: $(tail -n 20 "$log")"
    fi
}

# rustup looks below HOME. Where HOME is another user's or a new folder, the toolchain is the one
# that the cargo on PATH belongs to.
find_toolchain() {
    local cargo home
    cargo=$(command -v cargo) || {
        [ -x "${CARGO_HOME:-${HOME:-}/.cargo}/bin/cargo" ] ||
            fail "no cargo on PATH; install Rust with rustup first"
        export PATH="${CARGO_HOME:-${HOME:-}/.cargo}/bin:$PATH"
        cargo=$(command -v cargo)
    }
    home=$(cd "$(dirname "$cargo")/.." && pwd)
    if [ -z "${RUSTUP_HOME:-}" ] && [ ! -d "${HOME:-}/.rustup" ] && [ -d "$home/../.rustup" ]; then
        RUSTUP_HOME=$(cd "$home/../.rustup" && pwd)
        export RUSTUP_HOME
    fi
    if [ -z "${CARGO_HOME:-}" ] && [ ! -d "${HOME:-}/.cargo" ] && [ -w "$home/registry" ]; then
        export CARGO_HOME=$home
    fi
    cargo --version >/dev/null || fail "$cargo does not run; see rust-toolchain.toml"
}

# The names of the Debian packages that a C compiler needs and this machine lacks.
missing_compiler() {
    if ! command -v cc >/dev/null || [ ! -e /usr/include/stdio.h ]; then
        printf '%s\n' gcc libc6-dev
    fi
}
