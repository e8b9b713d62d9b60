// memory: f => stack 4000
#include <stdlib.h>
typedef int (*fn)(int);
static int down(int n);
static fn next = down;
static int down(int n) { volatile char b[500]; b[n] = n; if (n <= 0) return b[0]; return next(n - 1) + b[n]; }
int f(unsigned n) { if (n > 7) n = 7; return next((int)n); }
