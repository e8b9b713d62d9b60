// memory: f => stack 9000
int f(int n) { int s=0; if (n<1||n>9) return 0; for (int i=1;i<=n;i++) { volatile char b[i*1000]; b[i]=i; s+=b[i]; } return s; }
