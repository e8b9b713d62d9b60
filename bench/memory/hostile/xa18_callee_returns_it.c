// memory: f => heap 65
// make() frees and refills its own variable and hands the last one out: 5 calls leave 13 each
#include <stdlib.h>
static char*make(int n){ char*a=malloc(1); for(int i=0;i<n;i++){ free(a); a=malloc(13);} return a; }
int f(unsigned char n){ char*t[5]; for(int i=0;i<5;i++) t[i]=make(n%4+1); for(int i=0;i<5;i++) free(t[i]); return 0; }
