// time: terminates
struct n{int v; struct n*next;};
struct n*f(struct n*p){ struct n*r=0; while(p){ struct n*t=p->next; p->next=r; r=p; p=t;} return r;
}
