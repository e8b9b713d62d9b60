// memory: main => heap 100
// no number is in the text: nothing is stored through the null pointer
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[16]; if(!fgets(b,sizeof b,stdin)) return 1; int r=sscanf("x","%d",(int*)0); char*p=malloc(100+r); free(p); return 0; }
