// memory: main => heap 130
// the function of the program is no other: 130 while it runs
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
char*gets(char*b){ char*p=malloc(130); b[0]=p!=0; free(p); return b; }
int main(void){ char b[16]; int n; if(scanf("%d",&n)!=1) return 1; gets(b); return b[0]; }
