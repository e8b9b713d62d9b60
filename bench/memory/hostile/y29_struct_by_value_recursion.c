// memory: f => stack 1500
// a structure of 200 is passed and returned by value, four deep
struct big{ char c[200]; };
static struct big r(struct big x,int n){ x.c[0]++; if(n<=0) return x; return r(x,n-1); }
int f(int n){ struct big z={{0}}; return r(z,n>3?3:n).c[0]; }
