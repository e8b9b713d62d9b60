// memory: f => heap 60
// slots are swapped and then the first is freed: whichever it is now
#include <stdlib.h>
int f(int n){ char*a=malloc(10),*b=malloc(20); if(n&1){ char*t=a;a=b;b=t; } free(a); char*c=malloc(40); free(b); free(c); return 0; }
