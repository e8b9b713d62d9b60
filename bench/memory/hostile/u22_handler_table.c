// memory: f => heap 512
#include <stdlib.h>
static char*buf; static void op(void){ if(!buf) buf=malloc(256);} static void cl(void){ free(buf); buf=0; } static void gr(void){ char*n=malloc(256); free(buf); buf=n; }
static void(*const t[3])(void)={op,cl,gr};
int f(unsigned long s){ for(int i=0;i<15;i++) t[(s>>(2*i)&3)%3](); cl(); return 0; }
