// memory: f => heap 70
// z was true in the first round only; the first block of 30 is lost then, and 40 come beside
#include <stdlib.h>
int f(int n){ char*a=0; for(int i=0;i<n;i++){ int z=a==0; if(!a) a=malloc(30); if(z) a=malloc(40);} free(a); return 0; }
