// memory: f => heap 2100
#include <stdlib.h>
static void work(int big,int hold){ char*p=malloc(big); if(hold){ char*q=malloc(2100-big); free(q);} free(p); }
int f(unsigned s){ for(int i=0;i<14;i++){ int b=(s>>i&1)?1000:100; work(b,(s>>(i+14))&1); } return 0; }
