#!/usr/bin/env bash
# The README's commands on a new Debian with Python, a C compiler and make, by an ordinary user.
# Needs root and debootstrap.  Its mounts and processes are in namespaces of its own: however it
# ends, none is left.  The new root is removed in the end; FRESH_KEEP=1 keeps it.
set -euo pipefail
cd "$(dirname "$0")/.."
if [[ ${1-} != apart ]]; then
    exec unshare --mount --pid --fork --kill-child "$0" apart
fi

root=$(mktemp -d "${TMPDIR:-/var/tmp}/fresh-XXXXXX")
chmod 755 "$root"
remove() {
    umount "$root/proc" "$root/dev/shm" 2>/dev/null || true
    [[ -n ${FRESH_KEEP-} ]] || rm -rf --one-file-system "$root"
}
trap remove EXIT
trap 'exit 1' INT TERM

echo "== a new Debian in $root"
. /etc/os-release
debootstrap --variant=minbase \
    --include=python3,python3-venv,python3-dev,gcc,libc6-dev,make,ca-certificates,git \
    "$VERSION_CODENAME" "$root" >"$root.log" || { tail "$root.log"; exit 1; }
rm "$root.log"

# How this machine reaches its package index is its own affair.
for file in /etc/resolv.conf /etc/hosts /etc/pip.conf /etc/ssl/certs/ca-certificates.crt; do
    [[ ! -e $file ]] || cp --dereference "$file" "$root$file"
done
mount -t proc proc "$root/proc"
mkdir -p "$root/dev/shm"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"

chroot "$root" useradd --create-home player
git clone --quiet --no-local . "$root/home/player/burgrave"
chroot "$root" chown -R player: /home/player/burgrave
cp tests/fresh_steps.sh "$root/home/player/"
chroot "$root" su - player -c "bash fresh_steps.sh"
