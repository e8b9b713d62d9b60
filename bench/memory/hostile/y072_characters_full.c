// memory: main => heap 40
// stdin of four characters: the fifth is not there
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char s[4]; int i=0; while(scanf("%c",&s[i])==1) i++; char*p=malloc(i*10); free(p); return 0; }
