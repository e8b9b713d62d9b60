// memory: f => stack 960
static int g(int n,int m){ volatile int a[n][m]; a[n-1][m-1]=4; return a[n-1][m-1]; }
int f(unsigned x){ int n=x%30+1; return g(n,31-n) + g(1,1); }
