// memory: main => heap 41
// stdin of a line; the text is of somewhere else
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[16]; char*e=getenv("N_OF_IT"); if(!fgets(b,sizeof b,stdin)) return 1; int n=e?atoi(e):atoi(b); if(n<0||n>41) n=0; char*p=malloc(n); free(p); return 0; }
