// memory: main => heap 190
// both handlers run after main: keep 100, last 90 beside it
#include <stdlib.h>
static char*keep;
static void a(void){ free(keep); }
static void b(void){ char*t=malloc(90); free(t); }
static void (*const h[2])(void)={a,b};
int main(void){ keep=malloc(100); for(int i=0;i<2;i++) atexit(h[i]); return 0; }
