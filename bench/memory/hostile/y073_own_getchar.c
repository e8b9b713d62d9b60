// memory: main => heap 120
// the function of the program is no other: 120 while it runs
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#undef getchar
int getchar(void){ char*p=malloc(120); int c=p!=0; free(p); return c; }
int main(void){ char b[16]; if(!fgets(b,sizeof b,stdin)) return 1; return getchar(); }
