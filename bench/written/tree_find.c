// time: terminates
struct t{int v; struct t*l,*r;};
struct t*f(struct t*p,int x){ while(p && p->v!=x) p = x<p->v ? p->l : p->r; return p; }
