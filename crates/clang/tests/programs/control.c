/* Loops, switches, phis that swap, recursion, short circuits. */
#include <stdio.h>
static unsigned fib(unsigned n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static int cond(int a, int b, int c) { return (a && b) || (!c && (a ? b : c)) ? a - b : b - c; }
static int loop(int n) {
  int a = 0, b = 1, s = 0;
  for (int i = 0; i < n; i++) {
    int t = a; a = b; b = t + 1;
    if (i % 3 == 0) continue;
    s += a * 10 + b;
    while (s > 100) { s -= 37; if (s == 55) goto out; }
  }
out:
  return s;
}
static int late(int n) {
  int r = 0;
  for (int i = 0; i < n; i++) {
    int x;
    if (i % 2) x = i; else x = -i;
    r += x++ * 2; r -= x--; r += x;
  }
  return r;
}
static const char *name(int k) {
  switch (k) { case 0: return "zero"; case 7: return "seven"; case -1: return "minus"; }
  return "other";
}
int main(void) {
  for (int i = -2; i < 9; i++) printf("%d %d %s\n", loop(i), late(i), name(i));
  for (int i = 0; i < 8; i++) printf("%d ", cond(i & 1, i & 2, i & 4));
  printf("%u\n", fib(12));
  int i = 5, k = i++ + i, m = (i = 3, i * k);
  k = m = k + 1; _Bool b = k; b ^= 1; b |= m > 2;
  printf("%d %d %d %d\n", i, k, m, b);
  return b ? 3 : 4;
}
