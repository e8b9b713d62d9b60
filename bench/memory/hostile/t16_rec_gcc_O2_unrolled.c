// memory: f --cc gcc -- -O2 => stack 4000
static int g(int n){ volatile char r[400]; r[n&255]=1; if(n<=0) return 0; return g(n-1)*2+r[n&127]; }
int f(unsigned a){ return g(a%11); }
