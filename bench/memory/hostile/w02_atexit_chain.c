// memory: main => heap 180
// 100 live at exit; handlers run last in, first out: h2 allocates 50 and leaks it, h1 allocates 30: 100+50+30
#include <stdlib.h>
static char*g;
static void h1(void){ char*t=malloc(30); free(t); free(g); }
static void h2(void){ char*t=malloc(50); (void)t; }
int main(void){ atexit(h1); atexit(h2); g=malloc(100); exit(0); }
