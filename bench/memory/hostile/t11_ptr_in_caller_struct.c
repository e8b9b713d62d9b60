// memory: f => stack 2000
struct ops{ int(*g)(int); int k; };
static int big(int x){ volatile char b[2000]; b[3]=x; return b[3]; }
struct ops def={big,1};
int f(struct ops*o,int x){ struct ops*p=&def; if(x>1) p->k=2; (void)o; return p->g(x); }
