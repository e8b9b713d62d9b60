// memory: f => stack 3000
__attribute__((weak)) int hook(int x){ volatile char b[3000]; b[x&1023]=1; return b[3]; }
int f(int x){ int(*g)(int)=hook; return g?g(x):0; }
