// memory: f => stack 2500
struct it{ void(*cb)(void*,int); void*ctx; };
static void each(struct it*i,int n){ volatile char b[500]; b[0]=1; for(int k=0;k<n;k++) i->cb(i->ctx,k); }
static void inner(void*c,int k){ volatile char b[1500]; b[k]=k; *(int*)c+=b[k]; }
static void outer(void*c,int k){ volatile char b[500]; b[k]=1; struct it i={inner,c}; each(&i,2); }
int f(int n){ int s=0; struct it i={n>3?outer:inner,&s}; each(&i,2); return s; }
