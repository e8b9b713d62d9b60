// memory: main => heap 6
// stdin "12345": %5[0-9] into a text, its length and one
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[6]=""; if(scanf("%5[0-9]",b)!=1) return 1; char*p=malloc(strlen(b)+1); free(p); return 0; }
