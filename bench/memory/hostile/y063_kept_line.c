// memory: main => heap 22
// stdin "22": the buffer keeps its line when there is no more
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[16]="5"; for(int i=0;i<2;i++) fgets(b,sizeof b,stdin); int n=atoi(b); if(n<0||n>22) n=0; char*p=malloc(n); free(p); return 0; }
