// memory: main => heap 10
// nine digits and the end
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[16],w[10]=""; if(!fgets(b,sizeof b,stdin)) return 1; sscanf(b,"%9[0-9]",w); char*p=malloc(strlen(w)+1); free(p); return 0; }
