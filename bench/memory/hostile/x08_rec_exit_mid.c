// memory: f => heap 120
// five levels of 20 and at the bottom exit with 20 more in the middle of an argument
#include <stdlib.h>
static void down(int n){ char*p=malloc(20); if(n==0){ char*q=malloc(20); if(q) exit(3); } else down(n-1); free(p); }
int f(unsigned char n){ if(n>4) return 0; down(n); return 1; }
