// memory: f => stack 7000
int f(int n) { if (n < 1 || n > 1000) return 0; volatile char a[n*3]; a[0]=1; { volatile char b[n*4]; b[n]=2; a[1]=b[n]; } return a[0]; }
