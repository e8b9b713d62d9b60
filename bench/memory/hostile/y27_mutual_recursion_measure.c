// memory: f => heap 300
// a and b hold 10 and 20 each while they call each other: 10 pairs
#include <stdlib.h>
static void b(int n);
static void a(int n){ if(n<=0) return; char*p=malloc(10); b(n-1); free(p); }
static void b(int n){ char*q=malloc(20); a(n); free(q); }
int f(int n){ if(n>10) return 0; a(n); return 0; }
