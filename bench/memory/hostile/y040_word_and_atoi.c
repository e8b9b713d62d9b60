// memory: main => heap 45
// stdin "45"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[10]; if(scanf("%9s",b)!=1) return 1; int n=atoi(b); if(n<0||n>45) n=0; char*p=malloc(n); free(p); return 0; }
