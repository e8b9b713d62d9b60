// memory: f => stack 4000
int f(int n){ if(n<0||n>1) return 0; int s=0; for(int i=0;i<3;i++){ volatile char a[1000*n+1]; a[0]=1; for(int j=0;j<2;j++){ volatile char b[3000*n+1]; b[0]=2; s+=a[0]+b[0]; } } return s; }
