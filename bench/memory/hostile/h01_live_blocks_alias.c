// memory: f => heap 300
#include <stdlib.h>
int f(int a){ char*p=malloc(100); char*q=malloc(200); char*r=a?p:q; free(r); char*s=malloc(a?50:100); (void)s; return 0; }
