// memory: main => stack 900
// the handler registers one that recurses nine deep with 100 bytes each
#include <stdlib.h>
static int deep(int n){ volatile char b[100]; b[0]=(char)n; return n?deep(n-1)+b[0]:b[0]; }
static void second(void){ deep(8); }
static void first(void){ atexit(second); }
int main(void){ atexit(first); return 0; }
