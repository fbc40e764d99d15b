#!/usr/bin/env bash
# The README's commands on a new Debian with Python, a C compiler and make, by an ordinary user.
. "$(dirname "$0")/fresh_root.sh"
apart "$@"
new_root python3,python3-venv,python3-dev,gcc,libc6-dev,make,ca-certificates,git

chroot "$root" useradd --create-home player
git clone --quiet --no-local . "$root/home/player/burgrave"
chroot "$root" chown -R player: /home/player/burgrave
cp tests/fresh_steps.sh "$root/home/player/"
chroot "$root" su - player -c "bash fresh_steps.sh"
