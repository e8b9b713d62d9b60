// memory: f => stack 544
// the callback has an array of its argument: 500 at most, chosen by a pointer
typedef int (*cb)(unsigned);
static int one(unsigned n){ char b[n+1]; b[n]=1; return b[n]; }
static int two(unsigned n){ char b[2*n+1]; b[2*n]=2; return b[2*n]; }
static int run(cb c,unsigned n){ return c(n); }
int f(unsigned char n){ if(n>250) return 0; return n&1?run(one,n):run(two,n); }
