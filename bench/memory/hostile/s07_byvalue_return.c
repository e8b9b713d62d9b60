// memory: f => stack 3000
struct big { char b[3000]; };
static struct big mk(int i){ struct big x; for(int k=0;k<3000;k++) x.b[k]=i; return x; }
int f(int i) { struct big y = mk(i); return y.b[7]; }
