# A new Debian, in namespaces of its own.  Sourced by scripts that need root and debootstrap:
#   apart "$@"       first of all: however the script ends, none of its mounts and processes is left
#   new_root PACKAGES   makes the folder $root; it is removed in the end, unless FRESH_KEEP=1
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

apart() {
    if [[ ${1-} != apart ]]; then
        exec unshare --mount --mount-proc --pid --fork --kill-child "$0" apart
    fi
}

remove() {
    ! mountpoint --quiet "$root" || umount --recursive --lazy "$root"
    umount "$root/proc" "$root/dev/shm" 2>/dev/null || true
    [[ -n ${FRESH_KEEP-} ]] || rm -rf --one-file-system "$root"
}

new_root() {
    root=$(mktemp -d "${TMPDIR:-/var/tmp}/fresh-XXXXXX")
    chmod 755 "$root"
    trap remove EXIT
    trap 'exit 1' INT TERM
    echo "== a new Debian in $root"
    . /etc/os-release
    debootstrap --variant=minbase --include="$1" "$VERSION_CODENAME" "$root" >"$root.log" ||
        { tail "$root.log"; exit 1; }
    rm "$root.log"
    # How this machine reaches its package index is its own affair.
    for file in /etc/resolv.conf /etc/hosts /etc/pip.conf /etc/ssl/certs/ca-certificates.crt; do
        [[ ! -e $file ]] || cp --dereference "$file" "$root$file"
    done
    mount -t proc proc "$root/proc"
    mkdir -p "$root/dev/shm"
    mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
}
