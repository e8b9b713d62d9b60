// memory: f --interrupt h:1:max=3 => heap 340
#include <stdlib.h>
static char*volatile k[3]; static int n;
void h(void){ if(n<3) k[n++]=malloc(80); }
int f(int a){ char*p=malloc(100); free(p); return a; }
