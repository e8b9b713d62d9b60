// time: terminates
struct t{int v; struct t*l,*r;};
unsigned f(struct t*p){
  if(!p) return 0;
  return p->v+f(p->l)+f(p->r);
}
