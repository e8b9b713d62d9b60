// memory: main --stdin 6 => heap 127
// stdin "abcdef": getline makes 120 bytes at first; the copy has 7
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char*l=0; size_t k=0; if(getline(&l,&k,stdin)<0) return 1; char*p=strdup(l); free(p); free(l); return 0; }
