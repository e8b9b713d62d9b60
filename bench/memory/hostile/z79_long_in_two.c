// memory: main => heap 255
// stdin "-1": %ld into the space of two ints, the upper one is the size
#include <stdio.h>
#include <stdlib.h>
int main(void){ union{ long l; int i[2]; } u={0}; if(scanf("%ld",&u.l)!=1) return 1; char*p=malloc(u.i[1]&255); free(p); return 0; }
