// memory: f => stack 256
int use(char*p,int n){ for(int i=0;i<n;i++)p[i]=1; return p[n-1]; }
int f(unsigned char n){ int s=0; for(int i=1;i<=n;i++){ char a[i]; s+=use(a,i);} return s; }
