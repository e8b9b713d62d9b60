// memory: main => heap 50
// stdin "50": a long double as size
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void){ char b[16]; long double d=0; if(!fgets(b,sizeof b,stdin)) return 1; sscanf(b,"%Lf",&d); if(d>=0&&d<=50){ char*p=malloc((int)d); free(p);} return 0; }
