# What `tests/fresh.sh` does on the new machine: the README, literally.
set -euo pipefail
cd ~/burgrave
date() { printf '%(%H:%M:%S)T' -1; }

echo "== $(date) make test"
make test

echo "== $(date) make run, and the first game"
set -m      # as at a terminal: a job has a process group, which Ctrl-C reaches
make run >~/run.log 2>&1 &
until grep -q 'serving on 127.0.0.1:50051' ~/run.log; do
    kill -0 $! || { cat ~/run.log; exit 1; }
    sleep 0.2
done
sed -n '/^```sh$/,/^```$/p' README.md | grep -v '^```' >~/first_game.sh
bash -e ~/first_game.sh | tee ~/first_game.log | tail -n 3
grep -q 'won by seat' ~/first_game.log
grep -q 'seatTokens' ~/first_game.log

echo "== $(date) Ctrl-C"
kill -INT -- -$!
wait $! || true
cat ~/run.log | tail -n 3
grep -q stopped ~/run.log
echo "== $(date) the README holds on a fresh machine"
