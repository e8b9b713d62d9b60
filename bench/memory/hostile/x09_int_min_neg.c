// memory: f => heap 2147483647
// -n of a negative n, INT_MIN left out by the test
#include <stdlib.h>
#include <limits.h>
int f(int n){ if(n>=0||n==INT_MIN) return 0; char*p=malloc(-n); free(p); return 0; }
