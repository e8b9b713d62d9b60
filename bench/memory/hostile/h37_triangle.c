// memory: f => heap 5500
#include <stdlib.h>
int f(unsigned char n){ if(n>10) n=10; for(int i=1;i<=n;i++) for(int j=0;j<i;j++) malloc(100); return 0; }
