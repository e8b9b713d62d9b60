// memory: f => heap 700
#include <stdlib.h>
int f(int k){ void*p[3]={0}; switch(k){ case 0: p[0]=malloc(400); case 1: p[1]=malloc(200); break; case 2: p[0]=malloc(500); default: p[2]=malloc(200); } for(int i=0;i<3;i++) free(p[i]); return 0; }
