// memory: main => heap 128
// eight blocks of 16, freed from the last on
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[16]; static void*t[8]; void**p=t; while(p<t+8&&fgets(b,sizeof b,stdin)) *p++=malloc(16); while(p>t) free(*--p); return 0; }
