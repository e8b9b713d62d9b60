// memory: f => stack 1000
// lo..hi halves: 512+256+128+64+32 bytes of arrays
static int s(unsigned lo,unsigned hi){ if(hi-lo<16) return 1; volatile char b[hi-lo]; b[0]=1; b[hi-lo-1]=2; unsigned m=lo+(hi-lo)/2; return s(lo,m)+s(m,hi)+b[0]; }
int f(unsigned short n){ if(n>512) return 0; return s(0,n); }
