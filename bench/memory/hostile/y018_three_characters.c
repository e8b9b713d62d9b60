// memory: main => heap 63
// a character with six bits set
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[16]; char c[3]={0,0,0}; if(!fgets(b,sizeof b,stdin)) return 1; sscanf(b,"%3c",c); char*p=malloc(c[1]&63); free(p); return 0; }
