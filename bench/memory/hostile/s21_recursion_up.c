// memory: f => stack 10000
static int up(int lo,int hi){ volatile char b[1000]; b[1]=lo; if(lo>=hi) return 0; return up(lo+1,hi)+b[1]; }
int f(int n){ if(n<0||n>9) return 0; return up(0,n); }
