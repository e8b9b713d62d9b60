// memory: f => heap 72
// every level of the recursion leaves a note of 8 too: 3 levels deep at k=3
#include <stdlib.h>
static void down(int k){ if(k<0) return; (void)!malloc(8); if(k==0){ (void)!malloc(48); return; } down(k-1); }
int f(unsigned k){ if(k>2) return 0; down((int)k); return 0; }
