// memory: loop --interrupt tick:1:max=3 => heap 92
// each tick leaves 20 behind (3 of them), the program has 32 at its peak
#include <stdlib.h>
static void*kept[8]; static int n;
void tick(void){ if(n<8) kept[n++]=malloc(20); }
int loop(void){ char*p=malloc(32); p[0]=1; int r=p[0]; free(p); return r; }
