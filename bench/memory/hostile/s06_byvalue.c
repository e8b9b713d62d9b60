// memory: f => stack 8000
struct big { char b[4000]; };
__attribute__((noinline)) static int g(struct big x, int i){ return x.b[i & 1023]; }
int f(int i) { struct big x; for (int k=0;k<4000;k++) x.b[k]=k; return g(x,i); }
