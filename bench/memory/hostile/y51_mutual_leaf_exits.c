// memory: f => heap 90
// deep down the program ends with 30+20+30 and 10 live
#include <stdlib.h>
static void b(int n);
static void a(int n){ char*p=malloc(30); if(n>0) b(n-1); else { (void)!malloc(10); exit(0); } free(p); }
static void b(int n){ char*p=malloc(20); a(n); free(p); }
int f(int n){ if(n==1) a(n); return 0; }
