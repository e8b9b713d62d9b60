// memory: f => stack 800
// the callee's array is twice the caller's: 255+510 and frames
static int g(unsigned n){ char b[2*n+1]; b[2*n]=1; b[0]=2; return b[2*n]+b[0]; }
int f(unsigned char n){ char a[n+1]; a[n]=3; int r=g(n); return r+a[n]; }
