// memory: main => heap 109
// a static sum: it was 99 and 10 come
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int add(int n){ static int t; if(n<0||n>10) n=0; t+=n; int r=t; if(t>=100) t=0; return r; }
int main(void){ char b[16]; while(fgets(b,sizeof b,stdin)){ char*p=malloc(add(atoi(b))); free(p);} return 0; }
