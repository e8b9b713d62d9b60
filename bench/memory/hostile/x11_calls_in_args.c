// memory: f => heap 90
// both arguments make a block before the call: 30+60
#include <stdlib.h>
static char*mk(int n){ return malloc(n); }
static int use(char*a,char*b){ int r=a!=b; free(a); free(b); return r; }
int f(int k){ return k?use(mk(30),mk(60)):use(mk(10),mk(70)); }
