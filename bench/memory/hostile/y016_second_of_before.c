// memory: main => heap 70
// stdin "20 50\n20\n": the second number is of the line before
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[16]; int x=0,y=0,m=0; while(fgets(b,sizeof b,stdin)){ int r=sscanf(b,"%d %d",&x,&y); if(r<1) break; if(x<0||x>20||y<0||y>50) break; if(r==1){ m=x+y; break; } } char*p=malloc(m); free(p); return 0; }
