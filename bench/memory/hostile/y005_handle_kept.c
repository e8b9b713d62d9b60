// memory: main => heap 60
// stdin "x": the handle stays, its block is freed, then 60
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[16]; long h=(long)malloc(10); if(!fgets(b,sizeof b,stdin)) return 1; if(sscanf(b,"%ld",&h)!=1){ free((void*)h); char*q=malloc(60); free(q); } return 0; }
