// memory: f => heap 96
// k==3: helper holds 32 with 64 of the caller and exits in the middle
#include <stdlib.h>
static void helper(int k){ char*t=malloc(32); if(k==3) exit(1); free(t); }
int f(int k){ char*a=malloc(16); if(k!=3){ free(a); a=malloc(40); helper(k); free(a); return 0;} free(a); a=malloc(64); helper(k); free(a); return 1; }
