#!/bin/sh
# Confirms the expected verdicts of the tasks by native runs on enumerated
# inputs: bench/tasks/confirm/run.sh [FOLDER]
# Reachability as it is, overflows with trapping checks, memory safety with
# AddressSanitizer (and LeakSanitizer where the property asks for leaks), ends
# by the time of a run. Tasks of coverage expect nothing.
cd "$(dirname "$0")/.." || exit 4
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
bad=0
export ASAN_OPTIONS=exitcode=1:detect_leaks=0:detect_stack_use_after_return=1
unset LSAN_OPTIONS
for yml in ${1:-*}/*.yml; do
  c=${yml%.yml}.c
  case $yml in coverage/*) continue ;; esac
  want=$(sed -n 's/.*expected_verdict: //p' "$yml")
  task="-w -O1"; driver="-O1"; link=""; bits=""
  grep -q ILP32 "$yml" && bits=-m32
  case $(sed -n 's/.*property_file: .*\/\(.*\)\.prp/\1/p' "$yml") in
    unreach-call) ;;
    termination) task="-w -O0 -fwrapv"; driver="-O1 -DENDS" ;;
    no-overflow) task="$task -fsanitize=signed-integer-overflow,shift -fsanitize-trap=all" ;;
    valid-memsafety|valid-memcleanup)
      task="-w -O0 -fsanitize=address -fsanitize-address-use-after-scope"
      driver="-O1 -fsanitize=address -DMEMORY"; link="-fsanitize=address"
      grep -Eq "memtrack|memcleanup" "properties/$(sed -n 's/.*property_file: .*\/\(.*\)/\1/p' "$yml")" &&
        { driver="$driver -DLEAKS"; ASAN_OPTIONS=exitcode=1:detect_leaks=1; } ;;
    *) echo "unknown property: $yml"; bad=1; continue ;;
  esac
  clang-19 $bits $driver -c confirm/enumerate.c -o "$tmp/enumerate.o" || exit 4
  clang-19 $bits $task -Dmain=task_main -Dabort=task_stop -c "$c" -o "$tmp/task.o" 2>"$tmp/log" &&
    clang-19 $bits $link "$tmp/enumerate.o" "$tmp/task.o" -o "$tmp/t" 2>"$tmp/log" || {
    echo "$c: does not build"; sed -n 1,3p "$tmp/log"; bad=1; continue; }
  out=$(timeout 20 "$tmp/t" 2>"$tmp/log"); code=$?
  [ -n "$out" ] || out=$(grep -m1 -o 'AddressSanitizer: [a-z-]*\|LeakSanitizer: [a-z ]*' "$tmp/log")
  case "$want:$code" in
    true:1) echo "DIFFERS $c: expected true, $out"; bad=1 ;;
    false:0|false:3) echo "not shown $c: expected false, $out" ;;
    true:124|false:124) echo "time $c" ;;
    true:0|true:3|false:1) echo "ok $c: expected $want, $out" ;;
    *) echo "FAILED $c: exit code $code, $out"; bad=1 ;;
  esac
done
exit $bad
