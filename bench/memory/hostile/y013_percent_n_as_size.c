// memory: main => heap 15
// stdin of 15 characters: a digit and the rest white space
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[16]; int v,n=0; if(!fgets(b,sizeof b,stdin)) return 1; sscanf(b,"%d %n",&v,&n); if(n<0||n>15) n=0; char*p=malloc(n); free(p); return 0; }
