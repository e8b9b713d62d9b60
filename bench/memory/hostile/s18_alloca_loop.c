// memory: f => stack 8000
#include <alloca.h>
int f(int n){ int s=0; if(n<0||n>20) return 0; for(int i=0;i<n;i++){ volatile char*p=alloca(400); p[0]=i; s+=p[0]; } return s; }
