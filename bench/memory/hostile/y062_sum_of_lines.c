// memory: main => heap 60
// stdin of three lines: three numbers of up to 20, one block at the end
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[16]; int s=0; for(int i=0;i<3;i++){ if(!fgets(b,sizeof b,stdin)) break; int n=atoi(b); s+=n<0?0:n>20?20:n; } char*p=malloc(s); free(p); return 0; }
