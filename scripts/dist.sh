#!/bin/bash
# dist.sh TARGET [PROFILE]: TARGET/everypath.zip with one folder, that runs
# wherever it is unpacked; checked by unpacking it under another name.
set -euo pipefail
cd "$(dirname "$0")/.."
target=$(realpath "$1")
profile=${2:-release}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
folder=$work/everypath
mkdir -p "$folder"
install -m 755 "$target/$profile/everypath" "$target/$profile/everypath-engine" "$folder"
install -d "$folder/include/everypath/klee"
install -m 644 runtime/include/everypath.h "$folder/include/everypath"
install -m 644 runtime/include/klee/*.h "$folder/include/everypath/klee"
"$folder/everypath" man "$folder/man/man1"
install -d "$folder/completions"
for shell in bash zsh fish; do
  "$folder/everypath" completions "$shell" > "$folder/completions/everypath.$shell"
done
cp LICENSE-APACHE LICENSE-MIT "$folder"
cp docs/solve.md "$folder/SOLVE.md"
cp tools/benchexec/everypath.py "$folder"
cat > "$folder/README.md" <<'END'
# Everypath

`./everypath solve FILE.c --property P.prp` answers a property of SV-COMP;
SOLVE.md has the rest, `./smoke.sh` checks that it runs here. The headers are in
include/everypath (`./everypath --print include`), man pages in man, completions
for bash, zsh and fish in completions. Needed besides: Debian 12 or another Linux for x86-64 with libLLVM 19, libz3 4 and clang-19.
END
cat > "$folder/smoke.sh" <<'END'
#!/bin/sh
# Answers two questions; 0 if both answers are right.
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
echo 'CHECK( init(main()), LTL(G ! call(reach_error())) )' > p.prp
cat > a.c <<'C'
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
  if (__VERIFIER_nondet_int() == LUCKY) reach_error();
  return 0;
}
C
sed 's/== LUCKY/!= 0 \&\& 0/' a.c > true.c
sed 's/LUCKY/123456/' a.c > false.c
for answer in 'true' 'false(unreach-call)'; do
  file=${answer%%(*}.c
  got=$("$here/everypath" solve "$file" --property p.prp | tail -n 1)
  [ "$got" = "result: $answer" ] || { echo "$file: want $answer, got $got"; exit 1; }
done
[ -f "$("$here/everypath" --print include)/everypath.h" ] || { echo 'the headers are missing'; exit 1; }
"$here/everypath" validate false.c --property p.prp --witness witness.yml | tail -n 1 | grep -qx 'result: false(unreach-call)' || { echo 'the witness is not confirmed'; exit 1; }
echo ok
END
chmod 755 "$folder/smoke.sh"
rm -f "$target/everypath.zip"
(cd "$work" && python3 -m zipfile -c everypath.zip everypath)
mv "$work/everypath.zip" "$target/everypath.zip"
mkdir "$work/elsewhere"
(cd "$work/elsewhere" && python3 -m zipfile -e "$target/everypath.zip" . && mv everypath other-name && chmod 755 other-name/everypath* other-name/smoke.sh && other-name/smoke.sh)
