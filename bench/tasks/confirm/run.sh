#!/bin/sh
# Confirms the expected verdicts of the reachability tasks by native runs on
# enumerated inputs: bench/tasks/confirm/run.sh [FOLDER]
cd "$(dirname "$0")/.." || exit 4
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
bad=0
clang-19 -O1 -c confirm/enumerate.c -o "$tmp/enumerate.o" || exit 4
for yml in ${1:-*}/*.yml; do
  grep -q unreach-call "$yml" || continue
  c=${yml%.yml}.c
  want=$(sed -n 's/.*expected_verdict: //p' "$yml")
  clang-19 -w -O1 -Dmain=task_main -Dabort=task_stop -c "$c" -o "$tmp/task.o" 2>"$tmp/log" &&
    clang-19 "$tmp/enumerate.o" "$tmp/task.o" -o "$tmp/t" 2>"$tmp/log" || {
    echo "$c: does not build"; sed -n 1,3p "$tmp/log"; bad=1; continue; }
  out=$(timeout 20 "$tmp/t"); code=$?
  case "$want:$code" in
    true:1) echo "DIFFERS $c: expected true, $out"; bad=1 ;;
    false:0|false:3) echo "not shown $c: expected false, $out" ;;
    true:124|false:124) echo "time $c" ;;
    *) echo "ok $c: expected $want, $out" ;;
  esac
done
exit $bad
