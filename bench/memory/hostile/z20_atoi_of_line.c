// memory: main => heap 999
// stdin "999": three digits fit; negative ones are sizes that fail
#include <stdio.h>
#include <stdlib.h>
int main(void){ char b[4]; if(!fgets(b,sizeof b,stdin)) return 1; char*p=malloc(atoi(b)); free(p); return 0; }
