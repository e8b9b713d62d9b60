// memory: main => heap 64
// the text is "64", always
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[16]; if(!fgets(b,sizeof b,stdin)) return 1; int n=atoi("64"); char*p=malloc(n); free(p); return 0; }
