// memory: f => stack 1500
// structures of 128 by value, 10 levels: at least 10*(128+16) of arguments and frames with the copies
struct s{ int v[32]; };
static int r(struct s x,int n){ if(n<=0) return x.v[0]; x.v[n&31]=n; return r(x,n-1); }
int f(unsigned char n){ struct s x={{0}}; if(n>10) return 0; return r(x,n); }
