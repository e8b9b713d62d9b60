// memory: main => heap 77
// stdin "77"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
char*gets(char*); int main(void){ char b[64]; if(!gets(b)) return 1; long n=atol(b); if(n<0||n>77) n=0; char*p=malloc(n); free(p); return 0; }
