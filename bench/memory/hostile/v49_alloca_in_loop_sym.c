// memory: f => stack 480
#include <alloca.h>
int f(unsigned char n){ char*last=0; for(int i=0;i<n&&i<10;i++){ char*p=alloca(40); p[0]=i; p[39]=1; last=p; } return last?last[0]:0; }
