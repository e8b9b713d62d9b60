// memory: f -- -O2 => stack 3000
static inline int g(int n){ volatile char b[1000]; b[n&511]=n; return b[n&511]; }
static inline int h(int n){ volatile char b[2000]; b[n&511]=n; return b[n&511]+g(n); }
int f(int n) { return h(n); }
