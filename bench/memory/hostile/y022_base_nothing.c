// memory: main => heap 255
// stdin "0xff": base 0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[8]; if(!fgets(b,sizeof b,stdin)) return 1; long n=strtol(b,NULL,0); if(n<0||n>255) n=0; char*p=malloc(n); free(p); return 0; }
