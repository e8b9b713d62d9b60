// memory: main => heap 300
// stdin "300": a short over two bytes
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[16]; union{ short s; unsigned char c[2]; } u={0}; if(!fgets(b,sizeof b,stdin)) return 1; sscanf(b,"%hd",&u.s); int n=u.c[1]*256+u.c[0]; if(n>300) n=0; char*p=malloc(n); free(p); return 0; }
