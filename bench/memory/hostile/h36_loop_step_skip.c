// memory: f => heap 1300
#include <stdlib.h>
int f(unsigned char n){ for(int i=0;i<n;i+=2) malloc(10); if(n==254) malloc(30); return 0; }
