// memory: f => heap 507
// n-3 passes below zero: 255 as a byte, 255+252 without a wrap
#include <stdlib.h>
static void t(unsigned char n,int left){ if(left<=0) return; char*p=malloc(n); t((unsigned char)(n-3),left-1); free(p); }
int f(unsigned char n){ t(n,2); return 0; }
