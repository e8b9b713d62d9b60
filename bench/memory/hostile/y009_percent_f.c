// memory: main => heap 64
// stdin "63.5": a float of a line, rounded up
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[16]; float d=0; if(!fgets(b,sizeof b,stdin)) return 1; sscanf(b,"%f",&d); if(d>=0&&d<64){ int n=(int)d+1; char*p=malloc(n); free(p);} return 0; }
