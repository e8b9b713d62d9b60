// memory: loop --interrupt a:1:max=2 --interrupt b:1 => heap 130
// 10 of the program, 2*10 left by a, and b at its peak of 100
#include <stdlib.h>
static void*kept[4]; static unsigned char n;
void a(void){ if(n<4) kept[n++]=malloc(10); }
void b(void){ char*p=malloc(100); free(p); }
int loop(void){ char*p=malloc(10); p[0]=1; int r=p[0]; free(p); return r; }
