// memory: f => stack 3000
static void drop(int*p){ volatile char b[3000]; b[*p&1023]=1; *p=b[3]; }
int f(int x){ int __attribute__((cleanup(drop))) y=x; return y+1; }
