// memory: main => heap 100
// stdin "aaaaaaaaaaaa... (100 bytes)": the sum of what read says
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(void){ char b[8]; ssize_t r; size_t n=0; while((r=read(0,b,sizeof b))>0) n+=(size_t)r; if(n>100) n=100; char*p=malloc(n); free(p); return 0; }
