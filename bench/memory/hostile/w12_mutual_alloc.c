// memory: f => heap 150
// even(5): 20+odd.. : n=5..1: even 20 (n=5,3,1), odd 40 (n=4,2): 60+80 = 140, and 10 at the bottom
#include <stdlib.h>
static int odd(int n);
static int even(int n){ if(n==0){ char*b=malloc(10); free(b); return 1;} char*p=malloc(20); int r=odd(n-1); free(p); return r; }
static int odd(int n){ if(n==0){ char*b=malloc(10); free(b); return 0;} char*p=malloc(40); int r=even(n-1); free(p); return r; }
int f(unsigned char n){ if(n>5) return -1; return even(n); }
