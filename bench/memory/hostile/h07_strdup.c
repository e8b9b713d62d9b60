// memory: f => heap 19
#include <stdlib.h>
#include <string.h>
int f(int a){ char b[20]; for(int i=0;i<19;i++) b[i]='x'; b[19]=0; if(a==7) b[18]=0; else b[4]=0; char*p=strdup(b); free(p); return 0; }
