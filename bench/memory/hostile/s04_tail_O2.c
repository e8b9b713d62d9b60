// memory: f -- -O2 => stack 2000
__attribute__((noinline)) static int g(int n){ volatile char b[2000]; b[n&1023]=n; return b[n&1023]; }
int f(int n) { if (n&1) return g(n+1); return g(n); }
