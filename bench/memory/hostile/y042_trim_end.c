// memory: main => heap 17
// fifteen characters without an end of line, and 2
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[16]; if(!fgets(b,sizeof b,stdin)) return 1; char*p=b+strlen(b); while(p>b&&p[-1]==10) *--p=0; char*q=malloc(17); free(q); return 0; }
