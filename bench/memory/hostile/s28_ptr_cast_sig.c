// memory: f => stack 2000
static int big(int x, int y){ volatile char b[2000]; b[5]=x+y; return b[5]; }
static long id(long x){ return x; }
int f(int x){ long (*g)(long) = x ? (long(*)(long))(void*)big : id; return (int)g(x); }
