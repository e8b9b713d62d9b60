// memory: f => stack 4500
int f(int n){ if(n<1||n>10) return 0; int s=0; for(int i=0;i<n;i++){ volatile char a[i*500+1]; a[0]=i; if(a[0]==3) continue; if(a[0]==20) break; s+=a[0]; } return s+n; }
