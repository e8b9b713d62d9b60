// memory: f => stack 2000
union u { long l; int (*g)(int); };
static int big(int x){ volatile char b[2000]; b[5]=x; return b[5]; }
static int small(int x){ return x; }
int f(int x){ union u v; v.g = small; if (x>3) v.l = (long)big; return v.g(x); }
