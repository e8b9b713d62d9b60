// memory: f => heap 90
// the callee takes one step back in one round of three
#include <stdlib.h>
static void back(int*i,int*left){ if(*left>0){ (*left)--; (*i)--; } }
int f(int n){ if(n>5) return 0; int left=4; for(int i=0;i<n;i++){ (void)!malloc(10); back(&i,&left);} return 0; }
