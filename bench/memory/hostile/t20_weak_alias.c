// memory: f => stack 3000
static int real(int x){ volatile char b[3000]; b[x&1023]=1; return b[3]; }
int shown(int x) __attribute__((alias("real")));
int f(int x){ return shown(x)+(x?real(x):0); }
