// memory: main => heap 200
// 10 times 20
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[32]; unsigned n,m; while(fgets(b,sizeof b,stdin)) if(sscanf(b,"%u%u",&n,&m)==2&&n<=10&&m<=20) free(calloc(n,m)); return 0; }
