// memory: main => heap 46655
// stdin "zzz": "zzz" in base 36
#include <stdio.h>
#include <stdlib.h>
int main(void){ char b[4]; if(!fgets(b,sizeof b,stdin)) return 1; long n=strtol(b,0,36); if(n<0) return 1; char*p=malloc(n); free(p); return 0; }
