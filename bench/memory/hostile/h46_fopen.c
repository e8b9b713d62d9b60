// memory: main --stdin 2 => heap 33
#include <stdio.h>
#include <stdlib.h>
int main(void){ int c=getchar(); char*p=malloc(c=='q'?33:3); free(p); return 0; }
