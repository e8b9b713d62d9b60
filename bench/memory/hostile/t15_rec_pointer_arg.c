// memory: f => stack 2500
static int g(int*n){ volatile char r[300]; r[3]=1; if(*n<=0) return 0; (*n)--; return g(n)+r[3]; }
int f(unsigned a){ int k=a%9; return g(&k); }
