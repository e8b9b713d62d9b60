// memory: f --cc gcc -- -O3 => stack 2000
static __attribute__((noinline)) int g(int n,int mode){ volatile char r[1000]; r[n&511]=1; if(mode){ volatile char q[1000]; q[n&511]=2; r[1]=q[n&255]; } return r[n&511]; }
int f(int a){ return a>2? g(a,1):g(a,0); }
