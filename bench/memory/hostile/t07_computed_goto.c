// memory: f -- -O2 => stack 2000
static int big(int x){ volatile char b[2000]; b[x&1023]=1; return b[x&1023]; }
__attribute__((noinline)) static int call(int x){ return big(x)+1; }
int f(unsigned k,int x){ static void*const t[]={&&a,&&b,&&c}; goto *t[k%3]; a: return x; b: return call(x); c: return call(x+1)+x; }
