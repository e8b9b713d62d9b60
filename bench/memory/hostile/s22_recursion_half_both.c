// memory: f => stack 1000
static int walk(int lo,int hi){ volatile char b[100]; b[1]=1; if(hi-lo<=1) return 1; int m=(lo+hi)/2; return walk(lo,m)+walk(m,hi)+b[1]; }
int f(unsigned char n){ return walk(0,n); }
