// memory: f => stack 6000
int f(unsigned char n){ int s=0; int k=n%10+1; volatile int m[k][15*k]; m[k-1][0]=1; s=m[k-1][0]; return s; }
