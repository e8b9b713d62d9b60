// memory: f => stack 1700
static int g(int a,int b){ volatile char r[100]; r[3]=1; if(a<=0||b<=0) return 0; return a>b? g(b,a-1)+r[3] : g(a-1,b)+r[3]; }
int f(unsigned a,unsigned b){ return g(a%12,b%12); }
