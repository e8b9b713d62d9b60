// memory: f => stack 5000
int f(int n){ if(n<1||n>5) return 0; int i=0; again: { volatile char b[n*1000]; b[0]=i; i+=b[0]+1; if(i<5) goto again; } return i; }
