// memory: f => stack 30000
static int w(unsigned n){ volatile char b[100]; b[3]=1; if(n>=0xffffff00u) return w(n+1)+b[3]; return 0; }
int f(unsigned n){ return w(n|0xffffff00u); }
