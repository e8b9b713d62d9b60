// memory: f => heap 80
// a queue of at most four messages of 16, one more while it is made and dropped
#include <stdlib.h>
struct q{ char*m[4]; int n; };
static struct q put(struct q q,int c){ char*t=malloc(16); t[0]=(char)c; if(q.n==4) free(t); else q.m[q.n++]=t; return q; }
static struct q get(struct q q){ if(q.n) free(q.m[--q.n]); return q; }
int f(unsigned short ops){ struct q q={{0},0}; for(int i=0;i<10;i++) q=ops>>i&1?put(q,i):get(q); while(q.n) q=get(q); return 0; }
