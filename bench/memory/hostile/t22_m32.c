// memory: f --m32 => stack 5000
struct b{ char x[2500]; };
static int g(struct b s,int n){ return s.x[n&1023]; }
int f(int n){ struct b s; for(int i=0;i<2500;i++) s.x[i]=i; return g(s,n); }
