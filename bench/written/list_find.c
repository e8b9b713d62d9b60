// time: terminates
struct n{int v; struct n*next;};
struct n*f(struct n*p,int x){ for(;p && p->v!=x;p=p->next); return p; }
