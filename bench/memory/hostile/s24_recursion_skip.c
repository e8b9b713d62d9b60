// memory: f => stack 12000
static int w(int n){ volatile char b[200]; b[1]=n; if(n==0) return 0; if(n<0) return 0; return w(n-1)+b[1]; }
int f(int n){ return n>60?w(60):w(n); }
