// memory: f => stack 2400
// depths 8,7,..,1: arrays of 64*n words of 1: 64*(8+7+...+1) = 2,304 and nine frames of at least 16 (a return address and a saved pointer)
static int r(int n){ if(n<=0) return 0; char a[64*n]; a[0]=(char)n; a[64*n-1]=1; return r(n-1)+a[0]+a[64*n-1]; }
int f(unsigned char n){ if(n>8) return -1; return r(n); }
