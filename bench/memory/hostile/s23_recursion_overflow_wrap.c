// memory: f => stack 25000
static int w(unsigned char n){ volatile char b[100]; b[1]=n; if(n==3) return 0; return w(n+1)+b[1]; }
int f(unsigned char n){ return w(n); }
