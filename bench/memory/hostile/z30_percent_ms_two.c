// memory: main --stdin 7 => heap 108
// stdin "abcdefg": 7 letters are 8 bytes, when the second one begins with 100, or moves from 100
#include <stdio.h>
#include <stdlib.h>
int main(void){ char*s=0,*t=0; if(scanf("%ms%ms",&s,&t)==2) free(t); free(s); return 0; }
