// memory: main => heap 32
// stdin "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa": a line that fills the buffer has no newline
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[32]; if(!fgets(b,sizeof b,stdin)) return 1; b[strcspn(b,"\n")]=0; char*p=malloc(strlen(b)+1); free(p); return 0; }
