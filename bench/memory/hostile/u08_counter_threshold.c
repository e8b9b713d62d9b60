// memory: f => heap 1200
#include <stdlib.h>
int f(unsigned s){ int c=0; for(int i=0;i<18;i++) c+=(s>>i&1); char*p=malloc(c*50); char*q=0; if(c>=12){ free(p); p=malloc(600); q=malloc(600);} free(q); free(p); return 0; }
