// memory: f => heap 150
#include <stdlib.h>
int f(int a,int b){ char*p=malloc(50),*q=malloc(50); free(a?p:q); char*r=malloc(b?100:40); free(r); free(a?q:p); return 0; }
