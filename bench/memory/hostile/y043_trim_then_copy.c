// memory: main => heap 16
// fifteen characters and the end
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[16]; if(!fgets(b,sizeof b,stdin)) return 1; char*p=b+strlen(b); while(p>b&&(p[-1]==10||p[-1]==32)) *--p=0; char*q=strdup(b); free(q); return 0; }
