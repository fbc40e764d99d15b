#!/usr/bin/env bash
# What the Dockerfile says, without an engine: the commands of its stages in a new Debian, whose
# own Python takes the place of the Python image; then the server, as the image runs it.
. "$(dirname "$0")/fresh_root.sh"
apart "$@"
new_root python3,python3-venv,python3-dev,ca-certificates,iproute2
said() { python3 tests/dockerfile.py "$@"; }
inside=(env -i PATH=/usr/local/python/bin:/usr/sbin:/usr/bin:/sbin:/bin
    BURGRAVE_API_KEYS=test:0123456789abcdef chroot)

# Where `pip` may install, as it may in the Python image.
"${inside[@]}" "$root" python3 -m venv /usr/local/python
mkdir "$root/context"
git ls-files -z | tar -c --null --files-from=- | tar -x -C "$root/context"
for stage in 1 2; do
    echo "== stage $stage"
    said stage "$stage" >"$root/stage.sh"
    "${inside[@]}" "$root" bash -ex /stage.sh
done
said serve >"$root/serve.sh"
said health >"$root/health.sh"
rm -rf "$root/context" "$root/source" "$root/wheels"

user=$(said user)
echo "== the server, by user $user, on a read-only root"
mount --rbind "$root" "$root"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -t tmpfs tmpfs "$root/data"
chown "$user" "$root/data"
mount -o remount,ro,bind "$root"
if touch "$root/written" 2>/dev/null; then echo "the root can be written"; exit 1; fi

as_user=("${inside[@]}" --userspec="$user:$user" "$root" bash -e)
log=$(mktemp)
# In a network of its own, so that its ports are free.
unshare --net bash -c 'chroot "$0" ip link set lo up && exec "$@"' "$root" \
    "${as_user[@]}" /serve.sh 2>"$log" &
server=$!
health() { nsenter --target "$server" --net "${as_user[@]}" /health.sh; }
for _ in {1..100}; do
    kill -0 "$server" || { cat "$log"; exit 1; }
    health 2>/dev/null && break
    sleep 0.3
done
health
echo "healthy, as user $(stat -c %u "/proc/$server"), with $(ls "$root/data" | xargs)"
kill -TERM "$server"
status=0
wait "$server" || status=$?
cat "$log"
rm "$log"
echo "== stopped by SIGTERM with exit code $status"
exit "$status"
