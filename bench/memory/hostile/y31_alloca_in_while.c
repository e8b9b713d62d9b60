// memory: f => stack 640
// alloca stays till the end of the function: ten of 64
#include <alloca.h>
int f(int n){ int s=0; for(int i=0;i<n&&i<10;i++){ volatile char*p=alloca(64); p[0]=1; s+=p[0]; } return s; }
