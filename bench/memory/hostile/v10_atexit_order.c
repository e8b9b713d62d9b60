// memory: main --stdin 1 => heap 600
#include <stdlib.h>
#include <stdio.h>
static char*k;
static void a(void){ char*p=malloc(500); free(p); }
static void b(void){ free(k); }
int main(void){ k=malloc(100); atexit(b); atexit(a); return getchar()==3; }
