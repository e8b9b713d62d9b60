// memory: f => stack 6000
#include <alloca.h>
int f(int n){ if(n<1||n>3) return 0; int s=0; for(int i=0;i<n;i++){ volatile char *p; { volatile char v[1000]; v[0]=1; s+=v[0]; } p=alloca(2000-1000*(i==5)); p[0]=1; s+=p[0]; } return s; }
