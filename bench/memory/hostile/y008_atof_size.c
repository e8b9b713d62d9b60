// memory: main => heap 999
// stdin "999": a float as size
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[16]; if(!fgets(b,sizeof b,stdin)) return 1; double d=atof(b); if(d>=0&&d<1000){ int n=(int)d; char*p=malloc(n); free(p);} return 0; }
