// memory: main --stdin 30 => heap 120
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
int main(void){ char*l=0; size_t n=0; if(getline(&l,&n,stdin)<0){} free(l); return 0; }
