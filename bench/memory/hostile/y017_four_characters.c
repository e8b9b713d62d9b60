// memory: main => heap 255
// the fourth character is 255
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[16]; unsigned char c[4]={0,0,0,9}; if(!fgets(b,sizeof b,stdin)) return 1; sscanf(b,"%4c",(char*)c); char*p=malloc(c[3]); free(p); return 0; }
