#!/bin/sh
# Writes the program of a family for a size: families.sh NAME N > FILE.c
# Entry: main. The bound of each is told in its first line.
set -eu
n=$2
inputs="unsigned char x[$n]; int main(void) { klee_make_symbolic(x, sizeof x, \"x\");"
head='#include <klee/klee.h>
#include <stdlib.h>'
case $1 in
allocate) bound="8*$n"
    body="static void *p[$n]; $inputs
  for (int i = 0; i < $n; i++) if (x[i] > 100) p[i] = malloc(8);
  for (int i = 0; i < $n; i++) free(p[i]);
  return 0; }" ;;
use) bound="$n"
    body="$inputs
  for (int i = 0; i < $n; i++) if (x[i] > 100) { void *p = malloc(i + 1); free(p); }
  return 0; }" ;;
pairs) bound="8*$n"
    body="static void *p[2 * $n]; $inputs
  for (int i = 0; i < $n; i++) { if (x[i]) p[2 * i] = malloc(8); if (!x[i]) p[2 * i + 1] = malloc(8); }
  for (int i = 0; i < 2 * $n; i++) free(p[i]);
  return 0; }" ;;
nested) bound="12"
    body="$inputs
  for (int i = 0; i < $n; i++) for (int j = 0; j < 3; j++) for (int k = 0; k < 2; k++)
    if (x[i] > j) { void *p = malloc(4 * (k + 1)); void *q = malloc(4); free(p); free(q); }
  return 0; }" ;;
calls) bound="16*$n+8"
    body="static void t(int d) { void *p = malloc(8); if (d > 0) { void *q = malloc(8); t(d - 1); t(d - 1); free(q); } free(p); }
int main(void) { t($n); return 0; }" ;;
recursion) bound="8*$n+8"
    body="static unsigned char x[$n + 1];
static void r(int d) { void *p = malloc(8); if (d > 0) { if (x[d] > 100) r(d - 1); else { void *q = malloc(4); free(q); r(d - 1); } } free(p); }
int main(void) { klee_make_symbolic(x, sizeof x, \"x\"); r($n); return 0; }" ;;
larger) bound="50*$n+50"
    body="static unsigned char x[$n + 1];
static void r(int d, unsigned s) { void *p; if (x[d] > 100) p = malloc(s); else p = malloc(50); if (d > 0) r(d - 1, s); free(p); }
int main(void) { klee_make_symbolic(x, sizeof x, \"x\"); r($n, 10); return 0; }" ;;
slots) bound="16*$n"
    body="static void *p[$n]; static unsigned short x[3 * $n];
int main(void) { klee_make_symbolic(x, sizeof x, \"x\");
  for (int i = 0; i < 3 * $n; i++) { unsigned k = x[i] % $n; free(p[k]); p[k] = malloc(1 + (x[i] >> 12)); }
  for (int i = 0; i < $n; i++) free(p[i]);
  return 0; }" ;;
*) echo "families.sh: no family $1 (allocate, use, pairs, nested, calls, recursion, larger, slots)" >&2; exit 2 ;;
esac
echo "/* memory: main => $bound */"
echo "$head"
echo "$body"
