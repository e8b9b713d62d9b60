// memory: main => heap 320
// eight slots of up to 40 bytes
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[32]; static char*t[8]; while(fgets(b,sizeof b,stdin)){ int i=0,n=0; if(sscanf(b,"%d %d",&i,&n)<1||i<0||i>7||n<0||n>40) continue; free(t[i]); t[i]=0; if(n) t[i]=malloc(n); } for(int i=0;i<8;i++) free(t[i]); return 0; }
