// memory: f => heap 1000
#include <stdlib.h>
static int work(int n){ char*p=malloc(900); if(n<0){ free(p); return -1;} free(p); return n; }
int f(int n){ char*q=malloc(100); int r=work(n); if(r<0){ free(q); return -1;} free(q); return r; }
