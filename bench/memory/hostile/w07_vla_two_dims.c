// memory: f => stack 1024
// n,m <= 16: 4*16*16 = 1,024 bytes of the array alone
int f(unsigned char n,unsigned char m){ if(n<1||n>16||m<1||m>16) return 0; int a[n][m]; for(int i=0;i<n;i++) for(int j=0;j<m;j++) a[i][j]=i^j; return a[n-1][m-1]; }
