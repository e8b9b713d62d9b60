// memory: main => heap 60
// two conversions: (2+1)*20
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[16]; int x,y; if(!fgets(b,sizeof b,stdin)) return 1; char*p=malloc((sscanf(b,"%d %d",&x,&y)+1)*20); free(p); return 0; }
