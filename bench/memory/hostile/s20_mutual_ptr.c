// memory: f => stack 6000
struct op { int (*run)(struct op*, int); };
static int even(struct op*o,int n); static int odd(struct op*o,int n){ volatile char b[500]; b[0]=n; o->run=even; if(n<=0) return 0; return o->run(o,n-1)+b[0]; }
static int even(struct op*o,int n){ volatile char b[500]; b[0]=n; o->run=odd; if(n<=0) return 1; return o->run(o,n-1)+b[0]; }
int f(unsigned n){ struct op o={even}; return o.run(&o, n>11?11:(int)n); }
