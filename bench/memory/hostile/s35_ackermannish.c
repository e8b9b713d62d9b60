// memory: f => stack 3000
static int a(int m,int n){ volatile char b[300]; b[0]=1; if(m<=0) return n; if(n<=0) return a(m-1,2)+b[0]; return a(m-1,n-1)+a(m,n-1); }
int f(unsigned m,unsigned n){ return a(m%4,n%4); }
