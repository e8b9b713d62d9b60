// memory: f => heap 600
#include <stdlib.h>
int f(unsigned s){ char*k[3]={0}; for(int i=0;i<10;i++) switch(s>>(2*i)&3){ case 0: if(!k[0]) k[0]=malloc(100); case 1: if(!k[1]) k[1]=malloc(200); break; case 2: free(k[1]); k[1]=0; case 3: if(!k[2]) k[2]=malloc(300); } for(int i=0;i<3;i++) free(k[i]); return 0; }
