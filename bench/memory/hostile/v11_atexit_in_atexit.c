// memory: main => heap 250
#include <stdlib.h>
static void c(void){ malloc(100); }
static void b(void){ malloc(100); atexit(c); }
int main(void){ atexit(b); malloc(50); exit(0); }
