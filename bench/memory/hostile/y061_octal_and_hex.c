// memory: main => heap 511
// stdin "777": nine bits
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[16]; unsigned o=0,x=0; if(!fgets(b,sizeof b,stdin)) return 1; if(sscanf(b,"%3o",&o)!=1) sscanf(b,"%2x",&x); if(o>511) o=0; if(x>255) x=0; char*p=malloc(o|x); free(p); return 0; }
