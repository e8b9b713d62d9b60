#!/bin/sh
# generate.sh ifs N | chain N: the programs of document 001, section 6.
set -eu
case "${1:-}" in
ifs)
    # Section 6.1: independent conditionals.
    awk -v n="$2" 'BEGIN {
        printf "method m("
        for (i = 1; i <= n; i++) printf "%sx%d: Int", (i > 1 ? ", " : ""), i
        print ") {"
        for (i = 1; i <= n; i++) printf "  if (x%d == 0) { } else { }\n", i
        print "}"
    }'
    ;;
chain)
    # Section 6: n cells, each made and set; the first keeps its value.
    cat <<'END'
field x: Int
predicate valid(this: Ref) { acc(this.x) }
function getX(this: Ref): Int
  requires valid(this)
{ unfolding valid(this) in this.x }
method init() returns (this: Ref)
  ensures valid(this) && getX(this) == 0
method setX(this: Ref, v: Int)
  requires valid(this)
  ensures valid(this) && getX(this) == v
method main() {
END
    awk -v n="$2" 'BEGIN {
        for (i = 1; i <= n; i++) {
            printf "  var c%d: Ref\n  c%d := init()\n  setX(c%d, %d)\n", i, i, i, i
        }
        print "  assert getX(c1) == 1\n}"
    }'
    ;;
*)
    echo "usage: generate.sh ifs N | chain N" >&2
    exit 2
    ;;
esac
