// memory: main => heap 88
// stdin "88"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[9]; size_t k=fread(b,1,8,stdin); b[k]=0; int n=atoi(b); if(n<0||n>88) n=0; char*p=malloc(n); free(p); return 0; }
