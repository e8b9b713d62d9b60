// memory: f -- -O2 => stack 4000
__attribute__((noinline)) static int w(int n){ volatile char b[400]; b[n&63]=n; if(n<=0) return 0; int r=w(n-1); return r+b[n&63]; }
int f(int n){ return w(n>10?10:n); }
